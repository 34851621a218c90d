// The paper's examples: its Table 1, and the noise that three ceilings choose on Census.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "overhand/study/permutation.h"
#include "overhand/study/thresholds.h"
#include "support/csv.h"

namespace overhand::study {
namespace {

TEST(RestrictedPermutation, KeepsEachBinsValuesAndMovesSome) {
  const auto example = restricted_permutation_example(random::key_from_seed(1));
  EXPECT_EQ(example.bins2, (std::vector<masking::BinCode>{1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
  EXPECT_NE(example.permuted, example.x1);
  for (std::ptrdiff_t bin = 0; bin < 3; ++bin) {
    EXPECT_TRUE(std::is_permutation(example.x1.begin() + 4 * bin, example.x1.begin() + 4 * bin + 4,
                                    example.permuted.begin() + 4 * bin));
  }
}

// As in the paper's Figure 2. The standard error of a mean is 0.01, of the correlation 0.002: a
// failure by chance has a probability below 1e-8.
TEST(RestrictedPermutation, CloudsAreTenThousandRecordsOfThePapersNormal) {
  const auto original = clouds(random::key_from_seed(1)).front();
  ASSERT_EQ(original.x1.size(), 10000U);
  const auto mean = [](const Reals& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  EXPECT_NEAR(mean(original.x1), 10, 0.06);
  EXPECT_NEAR(mean(original.x2), 11, 0.06);
  EXPECT_NEAR(original.correlation, 0.9, 0.012);
}

TEST(RestrictedPermutation, CloudsShuffleX1AlongsideX2) {
  auto all = clouds(random::key_from_seed(1));
  const Reals first = all.front().x1;
  for (Cloud& cloud : all) {
    EXPECT_EQ(cloud.x2, all.front().x2) << cloud.label;
    EXPECT_EQ(cloud.x1 == first, cloud.label == "original");
    std::ranges::sort(cloud.x1);
  }
  for (const Cloud& cloud : all) EXPECT_EQ(cloud.x1, all.front().x1) << cloud.label;
}

// As published: 9 %, 69 %, and 93 % or its neighbour, with the whole grid and 30 replications.
TEST(Thresholds, ChooseThePublishedNoiseOnCensus) {
  const std::string path = testing::data_file("census.csv");
  if (!testing::exists(path)) GTEST_SKIP() << "needs " << path << " (OVERHAND_DATA)";
  auto census = choose_columns(testing::read_csv(path), {.drop = {"PEARNVAL"}});
  ASSERT_TRUE(census);
  const random::Key key = random::key_from_seed(1);
  const Progress silent;
  const auto result =
      run(single_table("census", "Census", *std::move(census), {}), {"noise"}, {key, silent});
  ASSERT_TRUE(result);
  const Thresholds chosen = thresholds(*result);
  ASSERT_EQ(chosen.chosen.size(), 3U);
  EXPECT_EQ(percent_of(chosen, chosen.chosen[0]), 9);
  EXPECT_EQ(percent_of(chosen, chosen.chosen[1]), 69);
  const auto strict = percent_of(chosen, chosen.chosen[2]);
  EXPECT_TRUE(strict == 93 || strict == 89);
}

}  // namespace
}  // namespace overhand::study
