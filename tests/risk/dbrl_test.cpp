#include "overhand/risk/dbrl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/csv.h"
#include "support/profiles.h"

namespace overhand::risk {
namespace {

double row_linkage(const Table& original, const Table& masked) {
  const auto x = testing::profile_of(original);
  const auto m = testing::profile_of(masked);
  const auto rows = same_rows(m.row_count());
  const random::Key key = random::key_from_seed(1);
  const Nearest nearest = nearest_originals(Neighbours(x), m, {}, key);
  return dbrl({x, m, nearest}, rows);
}

TEST(Dbrl, LinksEveryRecordOfAnUnchangedTable) {
  EXPECT_EQ(row_linkage(testing::normal_table(200, 3, 1), testing::normal_table(200, 3, 1)), 1);
  const Table tied = testing::tied_table(200, 3, 4, 2);
  EXPECT_EQ(row_linkage(tied, tied), 1);
}

TEST(Dbrl, LinksOneRecordInNOfAFreshSample) {
  constexpr std::size_t n = 2000;
  const double share = row_linkage(testing::normal_table(n, 4, 3), testing::normal_table(n, 4, 4));
  // About Poisson with mean 1: more than 10 links have probability 1e-8.
  EXPECT_LE(share, 10.0 / n);
}

TEST(Dbrl, CountsEveryTiedRecordAsLinked) {  // as R does: all minimisers
  EXPECT_EQ(row_linkage(testing::table_of({{5, 5, 5}}), testing::table_of({{9, 9, 9}})), 1);
}

TEST(Dbrl, SampleIsARandomSubset) {
  const SampleOptions options = {.largest_exact = 1000, .sample = 300};
  const random::Key key = random::key_from_seed(5);
  EXPECT_FALSE(records_to_search(1000, options, key).is_sample);
  EXPECT_EQ(records_to_search(1000, options, key).rows.size(), 1000U);
  const Searched searched = records_to_search(5000, options, key);
  EXPECT_TRUE(searched.is_sample);
  EXPECT_EQ(searched.rows.size(), 300U);
  EXPECT_TRUE(std::ranges::is_sorted(searched.rows));
  EXPECT_EQ(std::ranges::adjacent_find(searched.rows), searched.rows.end());
  EXPECT_LT(searched.rows.back(), 5000U);
  // The mean of 300 of 5000: 2500 with sd 81; 6 sd have probability 2e-9.
  double sum = 0;
  for (const Row row : searched.rows) sum += row;
  EXPECT_NEAR(sum / 300, 2500, 6 * 81);
  EXPECT_FALSE(records_to_search(5000, {.largest_exact = 1000, .exact = true}, key).is_sample);
}

// The median linkage of additive noise on Census over 15 keys, in percent of a standard deviation.
double median_linkage(const Table& census, double percent) {
  Reals shares;
  for (std::uint64_t key = 1; key <= 15; ++key) {
    shares.push_back(row_linkage(census, testing::with_noise(census, percent, key)));
  }
  std::ranges::sort(shares);
  return shares[7];
}

TEST(Dbrl, FallsWithNoiseOnCensusAsInThePaper) {
  const std::string path = testing::fixture("census_additive_DBRL_standardisation.json");
  if (!testing::exists(path)) GTEST_SKIP() << "needs " << path;
  const Table census = testing::read_csv(testing::fixture("pairs/census_original.csv"));
  std::map<int, double> share;
  const nlohmann::json curves = testing::read_json(path);
  for (const auto& [percent, curve] : curves.items()) {
    share[std::stoi(percent)] = median_linkage(census, std::stod(percent));
    // One run has sd below 0.013 (binomial, n = 1080), a median of 15 below 0.0042; the difference
    // of two medians below 0.006: 4 sd, error probability below 1e-4 for each of 8.
    EXPECT_NEAR(share[std::stoi(percent)], curve.at("DBRL_own_median").get<double>(), 0.024);
  }
  EXPECT_GT(share[65], 0.2);  // the paper: first below 0.2 at 69 %, below 0.1 at 89 to 93 %
  EXPECT_LT(share[69], 0.2);
  EXPECT_GT(share[85], 0.1);
  EXPECT_LT(share[93], 0.1);
}

}  // namespace
}  // namespace overhand::risk
