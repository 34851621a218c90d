#include "overhand/masking/level_bins.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "support/chi_square.h"

namespace overhand::masking {
namespace {

using Sizes = std::vector<std::size_t>;

std::vector<BinCode> all_bins(const LevelBins& bins, const Sizes& sizes) {
  std::vector<BinCode> codes;
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    std::vector<BinCode> own(sizes[level]);
    bins.bins_of<BinCode>(level, 0, own);
    codes.insert(codes.end(), own.begin(), own.end());
  }
  return codes;
}

// Bins of equal width over the ranks hold as many records as they always did.
void expect_counts(const Sizes& sizes, int bins) {
  const LevelBins level_bins(sizes, bins, 3, random::key_from_seed(1));
  const std::size_t n = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  Reals ranks(n);
  std::iota(ranks.begin(), ranks.end(), 0.0);
  std::vector<std::size_t> expected(code_count(bins));
  for (const BinCode code : categorize(ranks, bins)) ++expected[code];
  EXPECT_EQ(level_bins.counts(), expected);
  std::vector<std::size_t> counted(code_count(bins));
  for (const BinCode code : all_bins(level_bins, sizes)) ++counted[code];
  EXPECT_EQ(counted, expected);
}

TEST(LevelBins, HoldAsManyRecordsAsTheRanksSay) {
  expect_counts({5, 1, 4}, 3);
  expect_counts({2}, 5);
  expect_counts({1000, 1, 1, 70'000}, 7);      // a level of two buckets
  expect_counts({300'000, 200'000, 10}, 100);  // and of more, in many bins
}

TEST(LevelBins, TakeLevelsInTheirOrder) {
  const Sizes sizes = {40, 60};
  const auto codes = all_bins(LevelBins(sizes, 10, 0, random::key_from_seed(2)), sizes);
  EXPECT_EQ(*std::max_element(codes.begin(), codes.begin() + 40), 4U);
  EXPECT_EQ(*std::min_element(codes.begin() + 40, codes.end()), 5U);
}

TEST(LevelBins, OfAPartAreThoseOfTheWhole) {
  const Sizes sizes = {500, 200'000, 100};
  const LevelBins bins(sizes, 9, 1, random::key_from_seed(3));
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    std::vector<BinCode> whole(sizes[level]);
    bins.bins_of<BinCode>(level, 0, whole);
    for (const std::size_t first : {std::size_t{1}, sizes[level] / 3, sizes[level] - 7}) {
      std::vector<BinCode> part(sizes[level] - first);
      bins.bins_of<BinCode>(level, first, part);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<long>(first)));
      std::vector<std::size_t> before(code_count(9));
      for (std::size_t i = 0; i < first; ++i) ++before[whole[i]];
      EXPECT_EQ(bins.counts_before(level, first), before);
    }
  }
}

// Each way to give 2 of 4 records of a level to the lower bin has the same chance: 6 ways, 12,000
// keys, chi-square beyond what chance gives once in a million.
TEST(LevelBins, GiveEachRecordTheSameChance) {
  std::map<std::vector<BinCode>, double> seen;
  for (std::uint64_t seed = 0; seed < 12'000; ++seed) {
    std::vector<BinCode> codes(4);
    LevelBins({4}, 2, 0, random::key_from_seed(seed)).bins_of<BinCode>(0, 0, codes);
    ++seen[codes];
  }
  ASSERT_EQ(seen.size(), 6U);
  std::vector<double> counts;
  for (const auto& [codes, count] : seen) counts.push_back(count);
  EXPECT_LT(testing::chi_square(counts, std::vector<double>(6, 2000)),
            testing::chi_square_quantile(5, 1e-6));
}

// The same of a level of four buckets: where its first records go, over 3,000 keys.
TEST(LevelBins, GiveRecordsOfLargeLevelsTheSameChance) {
  constexpr std::size_t size = 200'000;
  std::vector<double> counts(4);
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    std::vector<BinCode> codes(3);
    LevelBins({size}, 4, 0, random::key_from_seed(seed)).bins_of<BinCode>(0, 17, codes);
    for (const BinCode code : codes) ++counts[code - 1];
  }
  EXPECT_LT(testing::chi_square(counts, std::vector<double>(4, 750)),
            testing::chi_square_quantile(3, 1e-6));
}

}  // namespace
}  // namespace overhand::masking
