#include "overhand/keys/population.h"

#include <gtest/gtest.h>

#include <cmath>

namespace overhand::keys {
namespace {

TEST(PopulationUniques, AreThoseAloneInTheSampleByOneOverTheirWeight) {
  const PopulationUniques found = population_uniques({{1, 1, 2, 1}, {2, 4, 9, 10}});
  EXPECT_DOUBLE_EQ(found.expected, .5 + .25 + .1);
  EXPECT_EQ(found.interval.low, 0);
  EXPECT_EQ(found.interval.high, 2);  // P(3) = 1/80 is below 2.5 %
}

TEST(PopulationUniques, AreAllThatAreAloneWhereThereAreNoWeights) {
  const PopulationUniques found = population_uniques({{1, 1, 2, 2}, {1, 1, 2, 2}});
  EXPECT_EQ(found.expected, 2);
  EXPECT_EQ(found.interval.low, 2);
  EXPECT_EQ(found.interval.high, 2);
}

TEST(PopulationUniques, AreNoneWhereNobodyIsAlone) {
  const PopulationUniques found = population_uniques({{2, 2}, {5, 5}});
  EXPECT_EQ(found.expected, 0);
  EXPECT_EQ(found.interval.low, 0);
  EXPECT_EQ(found.interval.high, 0);
}

// qbinom(c(.025, .975), 20, .5) of R is 6 and 14.
TEST(PopulationUniques, IntervalIsTheBinomialOneForEqualChances) {
  const auto interval = success_interval(Reals(20, .5));
  EXPECT_EQ(interval.low, 6);
  EXPECT_EQ(interval.high, 14);
}

// Too many for the exact sum: 200,000 trials of .3 have mean 60,000 and sd 204.94.
TEST(PopulationUniques, IntervalOfManyIsTheNormalOne) {
  const auto interval = success_interval(Reals(200'000, .3));
  EXPECT_NEAR(interval.low, 60'000 - 1.96 * 204.94, 1);
  EXPECT_NEAR(interval.high, 60'000 + 1.96 * 204.94, 1);
}

// Just below and above what is summed exactly the two ways agree.
TEST(PopulationUniques, IntervalsAgreeWhereTheWayChanges) {
  for (const std::size_t trials : {5000U, 6000U}) {
    const double mean = .6 * static_cast<double>(trials);
    const double sd = std::sqrt(mean * .4);
    const auto interval = success_interval(Reals(trials, .6));
    EXPECT_NEAR(interval.low, mean - 1.96 * sd, 2);
    EXPECT_NEAR(interval.high, mean + 1.96 * sd, 2);
  }
}

}  // namespace
}  // namespace overhand::keys
