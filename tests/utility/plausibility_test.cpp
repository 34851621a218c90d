#include "overhand/utility/plausibility.h"

#include <gtest/gtest.h>

#include "support/profiles.h"

namespace overhand::utility {
namespace {

Implausible between(const std::vector<Reals>& original, const std::vector<Reals>& masked) {
  return implausible(column_limits(testing::profile_of(testing::table_of(original))),
                     testing::profile_of(testing::table_of(masked)));
}

TEST(Implausible, IsNothingForTheOriginalItself) {
  const std::vector<Reals> original = {{1, 2, 3, 4}, {-0.5, 0.25, 7, 1e9}};
  const Implausible found = between(original, original);
  EXPECT_EQ(found.records, 0);
  EXPECT_EQ(found.beyond_range, 0);
  EXPECT_EQ(found.wrong_sign, 0);
  EXPECT_EQ(found.not_whole, 0);
}

TEST(Implausible, CountsARecordOnceWhateverIsWrongWithIt) {
  const Implausible found =
      between({{1.5, 2, 3, 4}, {10, 20, 30, 40}}, {{1.5, 0.5, 9, 4}, {10, 20.5, 30, 39.25}});
  EXPECT_EQ(found.records, 0.75);      // all but the first
  EXPECT_EQ(found.beyond_range, 0.5);  // 0.5 and 9
  EXPECT_EQ(found.not_whole, 0.5);     // 20.5 and 39.25; the first column has fractions itself
  EXPECT_EQ(found.wrong_sign, 0);
}

TEST(Implausible, KnowsTheSignsOfAColumn) {
  // Money with a zero, debts, and a column of both signs.
  const std::vector<Reals> original = {{0, 1.5, 3, 9}, {-4.5, -3, -2, 0}, {-1.5, 2, 3, -2}};
  EXPECT_EQ(between(original, {{-0.5, 1, 3, 9}, {-4, -3, -2, 0}, {1, 2, 3, -2}}).wrong_sign, 0.25);
  EXPECT_EQ(between(original, {{0, 1, 3, 9}, {-4, 0.5, 1, 0}, {1, 2, 3, -2}}).wrong_sign, 0.5);
  const Implausible beyond = between(original, {{0, 1, 3, 9}, {-4, -9, -2, 0}, {-9, 9, 3, -2}});
  EXPECT_EQ(beyond.wrong_sign, 0);
  EXPECT_EQ(beyond.beyond_range, 0.5);
}

TEST(Implausible, ForgivesWhatRoundingDoes) {
  const double third = (0.1 + 0.1 + 0.1) / 3;  // above 0.1
  ASSERT_GT(third, 0.1);
  EXPECT_EQ(between({{0.1, 0.1, -0.1, 0.05}}, {{third, third, -third, 0.05}}).records, 0);
  EXPECT_EQ(between({{1e9, 2e9, 3e9, 4e9}}, {{1e9 + 1e-6, 2e9, 3e9, 4e9}}).records, 0);
}

TEST(Implausible, CountsRecordsThatBreakARule) {
  const std::vector<Reals> table = {{1, 2, 3, 4}};
  const auto profile = testing::profile_of(testing::table_of(table));
  const std::vector<char> breaks = {0, 1, 1, 0};
  const Implausible found = implausible(column_limits(profile), profile, breaks);
  EXPECT_EQ(found.broken_rule, 0.5);
  EXPECT_EQ(found.records, 0.5);
  EXPECT_TRUE(found.faults.empty());
}

TEST(Implausible, NamesTheColumnsAndSaysASignRatherThanARange) {
  const Implausible found = between({{0, 1, 2, 3}, {1, 2, 3, 4}}, {{-1, -2, 9, 0.5}, {1, 2, 3, 4}});
  ASSERT_EQ(found.faults.size(), 3U);
  EXPECT_EQ(found.beyond_range, 0.75);
  for (const ColumnFault& fault : found.faults) EXPECT_EQ(fault.column, "x1");
  EXPECT_EQ(found.faults[0].fault, Fault::range);  // 9
  EXPECT_EQ(found.faults[0].records, 1U);
  EXPECT_EQ(found.faults[1].fault, Fault::negative);
  EXPECT_EQ(found.faults[1].records, 2U);
  EXPECT_EQ(found.faults[2].fault, Fault::fraction);
  EXPECT_EQ(found.faults[2].records, 1U);
}

TEST(Implausible, WorksForValuesBeyondAnySquare) {
  EXPECT_EQ(between({{1e300, 2e300, -1e300}}, {{1e300, 3e300, 0}}).beyond_range, 1.0 / 3);
  EXPECT_EQ(between({{1e300, 2e300, -1e300}}, {{1e300, 2e300, 0}}).records, 0);
}

}  // namespace
}  // namespace overhand::utility
