#include "overhand/table/table.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

Table people() {
  return Table({{"age", Integers{30, missing_integer, 50}},
                {"income", Reals{1.5, 2.5, missing_real}},
                {"name", Texts{"a", std::nullopt, "c"}}});
}

std::vector<std::string> names(const Table& table) {
  std::vector<std::string> all;
  for (const Column& column : table.columns()) all.push_back(column.name);
  return all;
}

TEST(Table, KnowsItsSize) {
  EXPECT_EQ(people().row_count(), 3U);
  EXPECT_EQ(people().column_count(), 3U);
  EXPECT_EQ(Table().row_count(), 0U);
}

TEST(Table, GathersRowsOfEveryType) {
  const std::vector<Row> rows = {2, 1, 1};
  const Table gathered = gather(people(), rows);
  EXPECT_EQ(std::get<Cells<std::int64_t>>(gathered.columns()[0].values),
            (Integers{50, missing_integer, missing_integer}));
  EXPECT_TRUE(is_missing(std::get<Cells<double>>(gathered.columns()[1].values)[0]));
  EXPECT_EQ(std::get<Texts>(gathered.columns()[2].values),
            (Texts{"c", std::nullopt, std::nullopt}));
}

TEST(Column, TurnsIntegersIntoReals) {
  const Reals ages = reals(people().columns()[0]);
  EXPECT_EQ(ages[0], 30);
  EXPECT_TRUE(is_missing(ages[1]));
}

TEST(ChooseColumns, MasksAllUnlessToldOtherwise) {
  const Table table = *choose_columns(people(), {.drop = {"name"}, .keep = {"age"}});
  EXPECT_EQ(names(table), (std::vector<std::string>{"age", "income"}));
  EXPECT_EQ(table.columns()[0].role, Role::keep);
  EXPECT_EQ(table.columns()[1].role, Role::mask);
}

TEST(ChooseColumns, LeavesOutWhatIsNotNamed) {
  const Table table = *choose_columns(people(), {.mask = {"income"}, .keep = {"name"}});
  EXPECT_EQ(names(table), (std::vector<std::string>{"income", "name"}));
}

TEST(ChooseColumns, RefusesUnknownAndRepeatedNames) {
  EXPECT_EQ(choose_columns(people(), {.drop = {"wage"}}).error().message,
            "There is no column 'wage'; the columns are age, income, name.");
  EXPECT_EQ(choose_columns(people(), {.mask = {"age"}, .keep = {"age"}}).error().message,
            "Column 'age' is named twice among the columns to mask, drop and keep; name it once.");
}

}  // namespace
}  // namespace overhand
