#include "overhand/utility/plausibility.h"

#include <gtest/gtest.h>

#include "support/mixed_tables.h"
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

Implausible between(const Table& original, const Table& masked) {
  const auto [x, m] = testing::profiles_of(original, masked);
  return implausible(column_limits(x), m);
}

TEST(Implausible, CountsLevelsThatNoOriginalHas) {
  const Table original({{"c", Texts{"a", "b", "a", std::nullopt}}, {"x", Reals{1, 2, 3, 4}}});
  const Table masked({{"c", Texts{"b", "new", "newer", std::nullopt}}, {"x", Reals{1, 2, 3, 9}}});
  const Implausible found = between(original, masked);
  EXPECT_EQ(found.new_level, 0.5);
  EXPECT_EQ(found.new_gap, 0);  // the category has gaps itself
  EXPECT_EQ(found.beyond_range, 0.25);
  EXPECT_EQ(found.records, 0.75);
}

TEST(Implausible, CountsGapsWhereThereWereNone) {
  const Table original({{"c", Texts{"a", "b", "a", "b"}},
                        {"x", Reals{1, 2, 3, 4}},
                        {"y", Reals{1, missing_real, 3, 4}}});
  const Table masked({{"c", Texts{"a", std::nullopt, "a", "b"}},
                      {"x", Reals{1, missing_real, missing_real, 4}},
                      {"y", Reals{missing_real, 1, 3, missing_real}}});
  const Implausible found = between(original, masked);
  EXPECT_EQ(found.new_gap, 0.5);  // the second and the third record, the second twice
  EXPECT_EQ(found.records, 0.5);
  EXPECT_EQ(found.new_level, 0);
}

TEST(Implausible, IsAnyValueOfAColumnThatHadNone) {
  const Table original({{"x", Reals(3, missing_real)}, {"y", Reals{1, 2, 3}}});
  const Table masked({{"x", Reals{missing_real, 0, 5}}, {"y", Reals{1, 2, 3}}});
  EXPECT_DOUBLE_EQ(between(original, masked).beyond_range, 2.0 / 3);
}

TEST(Implausible, TakesDatesAndTruthByTheirOwnMeasure) {
  const Table original({{"born", type::Date{}, Integers{0, 100, 200, 300}},
                        {"yes", type::Boolean{}, Integers{1, 1, 1, 1}}});
  const Table masked({{"born", type::Date{}, Integers{-1, 100, 200, 301}},
                      {"yes", type::Boolean{}, Integers{1, 1, 0, 1}}});
  const Implausible found = between(original, masked);
  EXPECT_EQ(found.beyond_range, 0.5);
  EXPECT_EQ(found.new_level, 0.25);  // nobody was a no
  EXPECT_EQ(found.records, 0.75);
}

TEST(Limits, AreWhatTheValuesHaveInCommon) {
  const Limits limits = column_limits(testing::profile_of(
      Table({{"whole", Reals{3, -1, 2}}, {"part", Reals{0.5, 2, missing_real}}})));
  ASSERT_EQ(limits.columns.size(), 2U);
  EXPECT_EQ(limits.columns[0].low, -1);
  EXPECT_EQ(limits.columns[0].high, 3);
  EXPECT_TRUE(limits.columns[0].is_whole);
  EXPECT_FALSE(limits.columns[0].has_gaps);
  EXPECT_EQ(limits.columns[1].low, 0.5);
  EXPECT_EQ(limits.columns[1].high, 2);
  EXPECT_FALSE(limits.columns[1].is_whole);
  EXPECT_TRUE(limits.columns[1].has_gaps);
}

// Rows of the table itself, in any order and as often as one likes, are plausible; one alien cell
// in a column makes exactly its record implausible.
TEST(Implausible, IsNoRecordOfTheTableItselfAndEveryAlienOne) {
  random::Stream stream(random::key_from_seed(31), {random::Purpose::test});
  for (int round = 0; round < 60; ++round) {
    const std::size_t rows = 3 + random::uniform_below(20, stream);
    const Table original = testing::random_mixed_table(rows, stream);
    std::vector<Row> drawn(rows);
    for (Row& row : drawn) row = random::uniform_below(static_cast<Row>(rows), stream);
    const Table masked = gather(original, drawn);
    EXPECT_EQ(between(original, masked).records, 0) << "round " << round;
    Table alien = masked;
    Column& column = alien.columns()[0];
    if (storage_of(column.type) != Storage::texts) continue;
    TextsBuilder texts;
    const auto& before = std::get<Texts>(column.values);
    for (std::size_t row = 0; row < rows; ++row) texts.append(row == 1 ? "alien" : before[row]);
    column = with_values(column, std::move(texts).finish());
    EXPECT_DOUBLE_EQ(between(original, alien).records, 1 / static_cast<double>(rows));
    EXPECT_DOUBLE_EQ(between(original, alien).new_level, 1 / static_cast<double>(rows));
  }
}

}  // namespace
}  // namespace overhand::utility
