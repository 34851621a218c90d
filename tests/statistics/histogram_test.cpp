#include "overhand/statistics/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace overhand::statistics {
namespace {

using Counts = std::vector<std::size_t>;

TEST(Range, LeavesMissingValuesOut) {
  const auto [low, high] = range(Reals{missing_real, 3, -1, missing_real, 2});
  EXPECT_EQ(low, -1);
  EXPECT_EQ(high, 3);
  const auto of_integers = range_of(Integers{5, missing_integer, 9});
  EXPECT_EQ(of_integers.low, 5);
  EXPECT_EQ(of_integers.high, 9);
}

TEST(Range, OfNothingIsUpsideDown) {
  for (const Reals& values : {Reals{}, Reals{missing_real, missing_real}}) {
    EXPECT_GT(range(values).low, range(values).high);
  }
}

TEST(Range, FindsExtremesWhereverTheyAre) {
  for (std::size_t size = 1; size < 40; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      Reals values(size, 0.0);
      values[place] = 7;
      EXPECT_EQ(range(values).high, 7) << size << " " << place;
      values[place] = -7;
      EXPECT_EQ(range(values).low, -7) << size << " " << place;
    }
  }
}

TEST(Histogram, CountsAValueOnABorderAboveIt) {
  const Reals values = {0, 1, 1.5, 2, 3.999, 4};
  EXPECT_EQ(histogram(values, {0, 4}, 4), (Counts{1, 2, 1, 2}));
}

TEST(Histogram, PutsWhatLiesBeyondIntoTheEnds) {
  const Reals values = {-100, 0.5, 1.5, HUGE_VAL, -HUGE_VAL, 7};
  EXPECT_EQ(histogram(values, {0, 2}, 2), (Counts{3, 3}));
}

TEST(Histogram, LeavesMissingValuesOutAndNoneTwice) {
  Reals values(1000);
  std::iota(values.begin(), values.end(), -500.0);
  values[3] = values[17] = missing_real;
  const Counts counts = histogram(values, range(values));
  ASSERT_EQ(counts.size(), histogram_bars);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::size_t{0}), 998U);
}

TEST(Histogram, OfOneValueIsOneBar) {
  EXPECT_EQ(histogram(Reals{7, 7, 7}, {7, 7}, 3), (Counts{3, 0, 0}));
}

}  // namespace
}  // namespace overhand::statistics
