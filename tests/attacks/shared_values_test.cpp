#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "overhand/attacks/shared_values_internal.h"
#include "support/tables.h"

namespace overhand::attacks {
namespace {

View view_of_original(const Table& table) { return *view_of(table, table); }

// Two of each value in every column, as people of one household have.
Table in_pairs(std::size_t households, std::size_t shared, std::size_t own) {
  const Table normal = testing::normal_table(2 * households, shared + own, 1);
  std::vector<Reals> columns;
  for (std::size_t j = 0; j < shared + own; ++j) {
    columns.push_back(testing::reals_of(normal, j));
    for (std::size_t row = 0; j < shared && row < columns[j].size(); row += 2) {
      columns[j][row + 1] = columns[j][row];
    }
  }
  return testing::table_of(std::move(columns));
}

TEST(SharedValues, OfThreeColumnsMakeAHousehold) {
  const auto units = belonging_by_values(view_of_original(in_pairs(100, 3, 2)));
  ASSERT_EQ(units.size(), 200U);
  for (std::size_t row = 0; row < units.size(); ++row) EXPECT_EQ(units[row], row / 2);
}

TEST(SharedValues, OfOneColumnAreChance) {
  EXPECT_TRUE(belonging_by_values(view_of_original(in_pairs(100, 1, 4))).empty());
}

TEST(SharedValues, OfStrangersAreNone) {
  EXPECT_TRUE(belonging_by_values(view_of_original(testing::normal_table(200, 5, 2))).empty());
}

// Ages and other whole numbers that a handful share each: by chance two agree in some of them.
TEST(SharedValues, OfRoundNumbersPartNearlyEverybody) {
  const Table normal = testing::normal_table(400, 8, 3);
  std::vector<Reals> columns;
  for (std::size_t j = 0; j < 8; ++j) {
    columns.push_back(testing::reals_of(normal, j));
    for (double& value : columns.back()) value = std::round(25 * value);
  }
  const auto units = belonging_by_values(view_of_original(testing::table_of(std::move(columns))));
  if (units.empty()) return;
  EXPECT_GT(std::ranges::max(units) + 1, 300U);
}

// Each shares three values with the next and three others with the one before: nobody would be a
// stranger, and the splits are by records then.
TEST(SharedValues, OfAChainWouldLeaveNoStrangers) {
  const Table normal = testing::normal_table(100, 6, 4);
  std::vector<Reals> columns;
  for (std::size_t j = 0; j < 6; ++j) {
    columns.push_back(testing::reals_of(normal, j));
    for (std::size_t row = j < 3 ? 0 : 1; row + 1 < 100; row += 2) {
      columns[j][row + 1] = columns[j][row];
    }
  }
  EXPECT_TRUE(belonging_by_values(view_of_original(testing::table_of(std::move(columns)))).empty());
}

TEST(SharedValues, GapsAreNoSharedValue) {
  Table table = testing::table_of({Reals(100, missing_real), Reals(100, missing_real)});
  EXPECT_TRUE(belonging_by_values(view_of_original(table)).empty());
}

}  // namespace
}  // namespace overhand::attacks
