#include "overhand/statistics/ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "overhand/random/key.h"
#include "overhand/statistics/numbers.h"
#include "overhand/statistics/wilson.h"
#include "support/tables.h"

namespace overhand::statistics {
namespace {

const Reals values = {3, 1, 3, -0.0, 2, 3, 0.0};

TEST(Ranks, OrderKeepsEqualValuesInRowOrder) {
  EXPECT_EQ(stable_order(values), (Order{3, 6, 1, 4, 0, 2, 5}));
}

TEST(Ranks, OrderIsStableForLargeColumnsToo) {  // sorted by digits from 4096 values on
  const Reals tied = testing::reals_of(testing::normal_table(5000, 1, 1), 0);
  for (const double scale : {0.0, 1.0, 40.0, 1e300}) {
    Reals rounded(tied.size());
    std::ranges::transform(tied, rounded.begin(), [&](double v) {
      return scale == 1e300 ? v * scale : std::round(v * scale);
    });
    Order expected(rounded.size());
    std::iota(expected.begin(), expected.end(), 0U);
    std::ranges::stable_sort(expected, {}, [&](Row row) { return rounded[row]; });
    EXPECT_EQ(stable_order(rounded), expected);
  }
}

TEST(Ranks, SortsByDigitsAsByComparing) {
  const Reals normal = testing::reals_of(testing::normal_table(5000, 1, 1), 0);
  for (const std::size_t size : {0, 1, 100, 5000}) {
    Reals sorted(normal.begin(), normal.begin() + static_cast<std::ptrdiff_t>(size));
    std::vector<std::int64_t> whole;
    for (const double value : sorted) whole.push_back(static_cast<std::int64_t>(value * 1e18));
    if (size > 1) {
      sorted[0] = -std::numeric_limits<double>::infinity();
      whole[0] = std::numeric_limits<std::int64_t>::max();
    }
    Reals expected = sorted;
    std::ranges::sort(expected);
    sort_ascending(sorted);
    EXPECT_EQ(sorted, expected);
    std::vector<std::int64_t> expected_whole = whole;
    std::ranges::sort(expected_whole);
    sort_ascending(whole);
    EXPECT_EQ(whole, expected_whole);
  }
}

TEST(Ranks, EqualValuesShareTheMeanOfTheirRanks) {
  const Order order = stable_order(values);
  EXPECT_EQ(doubled_average_ranks(gathered(values, order), order),
            (DoubledRanks{12, 6, 12, 3, 8, 12, 3}));
}

TEST(Ranks, RandomTiesTakeEveryOrder) {
  const Order order = stable_order(values);
  const Reals sorted = gathered(values, order);
  std::set<Ranks> seen;
  for (std::uint32_t i = 0; i < 400; ++i) {
    Ranks ranks =
        random_tie_ranks(sorted, order, random::key_from_seed(1), {random::Purpose::test, i});
    EXPECT_EQ(ranks[1], 3);
    EXPECT_EQ(ranks[4], 4);
    seen.insert(ranks);
    std::ranges::sort(ranks);
    EXPECT_EQ(ranks, (Ranks{1, 2, 3, 4, 5, 6, 7}));
  }
  EXPECT_EQ(seen.size(), 12U);  // 2! 3!; that one is missed has probability below 12 (11/12)^400
}

TEST(Ranks, QuantilesAreThoseOfR) {  // quantile(c(1, 2, 4, 8), ...)
  const Reals sorted = {1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.95), 7.4);
  EXPECT_DOUBLE_EQ(quantile(sorted, 1), 8);
}

TEST(Numbers, ScalesOnlyWhatPowersCannotHold) {
  EXPECT_EQ(safe_exponent(largest_magnitude(Reals{1, -1e60})), 0);
  EXPECT_EQ(safe_exponent(0), 0);
  EXPECT_EQ(safe_exponent(largest_magnitude(Reals{1, -0x1p900})), 900);
  EXPECT_EQ(safe_exponent(0x1p-900), -900);
}

TEST(Wilson, IsThePublishedInterval) {  // 10 of 100: Newcombe (1998), method 3: 0.0552, 0.1744
  const Interval interval = wilson_interval(0.1, 100);
  EXPECT_NEAR(interval.low, 0.0552, 5e-5);
  EXPECT_NEAR(interval.high, 0.1744, 5e-5);
  EXPECT_EQ(wilson_interval(0, 50).low, 0);
}

}  // namespace
}  // namespace overhand::statistics
