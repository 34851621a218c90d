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

ColumnPlan planned(const char* name, Treatment role) {
  return {.name = name, .role = role, .place = {.file = "x.toml", .line = 4}};
}

TEST(ChooseColumns, FollowsThePlans) {
  const ColumnChoice choice{.plans = {planned("name", Treatment::drop),
                                      planned("age", Treatment::keep),
                                      ColumnPlan{.name = "income"}}};
  const Table table = *choose_columns(people(), choice);
  EXPECT_EQ(column_names(table), (std::vector<std::string>{"age", "income"}));
  EXPECT_EQ(table.columns()[0].role, Role::keep);
  EXPECT_EQ(table.columns()[1].role, Role::mask);
}

TEST(ChooseColumns, ListsWinOverPlans) {
  ColumnChoice choice{.plans = {planned("name", Treatment::drop), planned("age", Treatment::keep),
                                planned("income", Treatment::mask)}};
  choice.drop = {"age"};
  choice.keep = {"name"};
  EXPECT_EQ(column_names(*choose_columns(people(), choice)),
            (std::vector<std::string>{"income", "name"}));
  choice.drop.clear();
  choice.mask = {"income"};
  EXPECT_EQ(column_names(*choose_columns(people(), choice)),
            (std::vector<std::string>{"income", "name"}))
      << "what the list does not name is left out";
}

TEST(ChooseColumns, RefusesWhatThePlansForget) {
  ColumnChoice choice{.plans = {planned("income", Treatment::mask)}};
  const Error forgotten = choose_columns(people(), choice).error();
  EXPECT_EQ(sentence_of(forgotten),
            "x.toml: It says nothing about the columns age, name, and what nobody thought of must "
            "not go out.");
  choice.drop = {"name"};
  EXPECT_EQ(choose_columns(people(), choice).error().message,
            "It says nothing about column 'age', and what nobody thought of must not go out.");
  choice.keep = {"age"};
  EXPECT_TRUE(choose_columns(people(), choice));
}

TEST(ChooseColumns, RefusesPlansForColumnsThatAreNotThere) {
  ColumnChoice choice{
      .drop = {"name", "age"},
      .plans = {planned("income", Treatment::mask), planned("wage", Treatment::drop)}};
  EXPECT_EQ(sentence_of(choose_columns(people(), choice).error()),
            "x.toml, line 4: There is no column 'wage'; the columns are age, income, name.");
  choice.may_lack_dropped = true;
  EXPECT_TRUE(choose_columns(people(), choice));
}

}  // namespace
}  // namespace overhand
