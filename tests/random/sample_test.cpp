#include "overhand/random/sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace overhand::random {
namespace {

std::vector<std::uint32_t> drawn(std::uint64_t seed, std::size_t size, std::size_t count) {
  return sample(key_from_seed(seed), {Purpose::test}, size, count);
}

TEST(Sample, IsAscendingWithoutRepetition) {
  for (const std::size_t count : {0U, 1U, 7U, 50U, 99U}) {
    const auto rows = drawn(count, 100, count);
    EXPECT_EQ(rows.size(), count);
    EXPECT_TRUE(std::ranges::is_sorted(rows));
    EXPECT_EQ(std::set(rows.begin(), rows.end()).size(), count);
    EXPECT_TRUE(rows.empty() || rows.back() < 100U);
  }
}

TEST(Sample, OfAsManyAsThereAreIsAll) {
  std::vector<std::uint32_t> all(9);
  std::iota(all.begin(), all.end(), 0U);
  EXPECT_EQ(drawn(1, 9, 9), all);
  EXPECT_EQ(drawn(1, 9, 1000), all);
  EXPECT_TRUE(drawn(1, 0, 5).empty());
}

TEST(Sample, IsAPureFunctionOfKeyAndName) {
  EXPECT_EQ(drawn(1, 1000, 20), drawn(1, 1000, 20));
  EXPECT_NE(drawn(1, 1000, 20), drawn(2, 1000, 20));
  EXPECT_NE(drawn(1, 1000, 20), sample(key_from_seed(1), {Purpose::test, 1}, 1000, 20));
}

TEST(Sample, MakesEveryChoiceEquallyLikely) {
  constexpr int runs = 10000;
  std::map<std::vector<std::uint32_t>, int> seen;
  for (int seed = 0; seed < runs; ++seed) ++seen[drawn(static_cast<std::uint64_t>(seed), 6, 3)];
  ASSERT_EQ(seen.size(), 20U);  // 6 choose 3
  double chi_square = 0;
  for (const auto& [rows, count] : seen) {
    const double difference = count - runs / 20.0;
    chi_square += difference * difference / (runs / 20.0);
  }
  EXPECT_LT(chi_square, 70);  // 19 degrees of freedom: probability of a false alarm 1e-7
}

}  // namespace
}  // namespace overhand::random
