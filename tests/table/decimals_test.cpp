// How finely a column is written.
#include "overhand/table/decimals.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

Column times(Integers values, TimeUnit unit = TimeUnit::microsecond) {
  return {"seen", type::Timestamp{unit}, std::move(values)};
}

TEST(Grain, OfTimesIsTheLargestThatAllAreWholeIn) {
  constexpr std::int64_t second = 1'000'000;
  EXPECT_EQ(grain_of(times({0, 86'400 * second, -86'400 * second})).step, 86'400 * second);
  EXPECT_EQ(grain_of(times({0, 86'400 * second, 7'200 * second})).step, 3'600 * second);
  EXPECT_EQ(grain_of(times({60 * second, missing_integer})).step, 60 * second);
  EXPECT_EQ(grain_of(times({60 * second, -second})).step, second);
  EXPECT_EQ(grain_of(times({60 * second, 1'000})).step, 1'000);
  EXPECT_EQ(grain_of(times({60 * second, 1'001})).step, 1);
  EXPECT_EQ(grain_of(times({60, 61}, TimeUnit::second)).step, 1);
  EXPECT_EQ(grain_of({"stay", type::Duration{TimeUnit::nanosecond}, Integers{3'000, 4'000}}).step,
            1'000);
}

TEST(Grain, OfOtherWholeNumbersIsOne) {
  EXPECT_EQ(grain_of({"income", Integers{1000, 2000}}).step, 1);
  EXPECT_EQ(grain_of({"day", type::Date{}, Integers{7, 14}}).step, 1);
}

TEST(Grain, OfRealsIsTheirDecimals) {
  EXPECT_EQ(grain_of({"x", Reals{1.5, 2.25, missing_real}}).decimals, 2);
  EXPECT_EQ(grain_of({"x", Reals{1.0 / 3}}).decimals, std::nullopt);
  EXPECT_EQ(as_written(1.256, Grain{2}), 1.26);
  EXPECT_EQ(as_written(1.256, Grain{}), 1.256);
}

TEST(Grain, IsWhatValuesAreRoundedTo) {
  const Grain tens{std::nullopt, 10};
  EXPECT_EQ(as_written(std::int64_t{14}, tens), 10);
  EXPECT_EQ(as_written(std::int64_t{15}, tens), 20);
  EXPECT_EQ(as_written(std::int64_t{-14}, tens), -10);
  EXPECT_EQ(as_written(std::int64_t{-16}, tens), -20);
  EXPECT_EQ(as_written(std::int64_t{-20}, tens), -20);
  EXPECT_EQ(as_written(std::int64_t{7}, Grain{}), 7);
}

}  // namespace
}  // namespace overhand
