#include "overhand/statistics/median.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overhand/random/key.h"
#include "overhand/random/uniform.h"

namespace overhand::statistics {
namespace {

TEST(Median, IsTheMiddleValueOrTheMeanOfTheTwo) {
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({4, 1}), 2.5);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({7, 1, 9, 3}), 5);
  EXPECT_EQ(median({2, 2, 2, 8}), 2);
}

TEST(Median, IsTheSameInAnyOrderAndInPlace) {
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  for (std::size_t size = 1; size <= 60; ++size) {
    std::vector<double> values(size);
    for (double& value : values) value = random::uniform_below(20, stream);
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    const double expected = (sorted[(size - 1) / 2] + sorted[size / 2]) / 2;
    EXPECT_EQ(median(values), expected);
    EXPECT_EQ(median_in_place(values), expected);
    std::ranges::sort(values);
    EXPECT_EQ(values, sorted) << "the values themselves stay";
  }
}

}  // namespace
}  // namespace overhand::statistics
