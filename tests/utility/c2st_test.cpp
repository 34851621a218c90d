#include "overhand/utility/c2st.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "overhand/utility/ps.h"
#include "support/mixed.h"
#include "support/profiles.h"

namespace overhand::utility {
namespace {

constexpr std::size_t all = 1'000'000;

C2st c2st_of(const Table& original, const Table& masked, std::size_t most = all) {
  const auto [x, m] = testing::profiles_of(original, masked);
  return classifier_two_sample(x, m, {{}, {}}, random::key_from_seed(1), most);
}

// Without any difference the AUC of 4,000 and 4,000 records has a standard error of 0.0065: 0.05
// is four of them beyond one half.
TEST(C2st, IsNearZeroForAFreshSample) {
  const C2st result = c2st_of(testing::normal_table(4000, 4, 1), testing::normal_table(4000, 4, 2));
  EXPECT_LT(result.value, 0.05);
  EXPECT_FALSE(result.is_sample);
  EXPECT_EQ(result.records, 4000U);
}

TEST(C2st, IsOneWhereTheTablesAreApart) {
  EXPECT_EQ(c2st_of(Table({{"a", Reals(100, 1.0)}}), Table({{"a", Reals(100, 2.0)}})).value, 1);
}

TEST(C2st, ForgivesRounding) {
  const Reals third(100, 1.0 / 3);
  const Reals rounded(100, 0.333333333333);
  EXPECT_EQ(c2st_of(Table({{"a", third}}), Table({{"a", rounded}})).value, 0);
}

// Two points one standard deviation from the mean have a normal column's mean and variance.
TEST(C2st, SeesShapeWhereSecondMomentsAreKept) {
  const Table original = testing::normal_table(1000, 1, 3);
  const auto profile = testing::profile_of(original);
  Reals masked;
  for (std::size_t i = 0; i < 1000; ++i) {
    masked.push_back(profile.mean[0] + (i % 2 == 0 ? 1 : -1) * profile.sd[0]);
  }
  const Table two({{original.columns()[0].name, masked}});
  EXPECT_LT(propensity_score(profile, testing::profile_of(two)).ps, 0.01);
  EXPECT_GT(c2st_of(original, two).value, 0.9);
}

TEST(C2st, SeesLevelsAndGaps) {
  TextsBuilder even;
  TextsBuilder odd;
  Reals whole;
  Reals gappy;
  for (std::size_t i = 0; i < 300; ++i) {
    even.append(i % 2 == 0 ? "a" : "b");
    odd.append(i % 2 == 0 ? "a" : "c");
    whole.push_back(static_cast<double>(i % 7));
    gappy.push_back(i % 2 == 0 ? missing_real : whole.back());
  }
  const Texts plain = std::move(even).finish();
  const Table original({{"t", plain}, {"x", whole}});
  EXPECT_GT(c2st_of(original, Table({{"t", std::move(odd).finish()}, {"x", whole}})).value, 0.4);
  EXPECT_GT(c2st_of(original, Table({{"t", plain}, {"x", gappy}})).value, 0.2);
}

TEST(C2st, IsOfASampleBeyondTheMost) {
  const Table table = testing::normal_table(500, 3, 4);
  const C2st result = c2st_of(table, testing::with_noise(table, 40, 6), 200);
  EXPECT_TRUE(result.is_sample);
  EXPECT_EQ(result.records, 200U);
  EXPECT_LT(result.interval.low, result.interval.high);
}

TEST(C2st, IsTheSameForAnyNumberOfThreads) {
  const Table table = testing::mixed_table(600, 5);
  const Table other = testing::mixed_table(600, 6);
  const double before = c2st_of(table, other).value;
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(c2st_of(table, other).value, before);
}

TEST(C2st, IsThereForTwoRecords) {
  const Table two({{"a", Reals{1, 2}}});
  EXPECT_GE(c2st_of(two, two).value, 0);
}

}  // namespace
}  // namespace overhand::utility
