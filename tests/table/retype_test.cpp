#include "overhand/table/retype.h"

#include <gtest/gtest.h>

#include "overhand/table/cell_text.h"

namespace overhand {
namespace {

using Levels = std::vector<std::string>;

ColumnPlan planned(const Type& type, Levels levels = {}, Levels missing = {}) {
  return {"x",
          type,
          std::nullopt,
          std::move(levels),
          std::move(missing),
          {.file = "x.toml", .line = 7}};
}

Levels levels_of(const Column& column) {
  Levels levels;
  const Dictionary& dictionary = std::get<Texts>(column.values).dictionary();
  for (std::size_t code = 0; code < dictionary.size(); ++code)
    levels.emplace_back(dictionary[code]);
  return levels;
}

std::vector<std::optional<std::string>> cells_of(const Column& column) {
  std::vector<std::optional<std::string>> cells;
  for (std::size_t row = 0; row < column.size(); ++row) cells.push_back(cell_text(column, row));
  return cells;
}

// The record and the sentence of a column that does not fit.
std::string misfit(const Column& column, const ColumnPlan& plan) {
  const auto changed = retyped(column, plan);
  EXPECT_FALSE(changed);
  if (changed) return {};
  return position_of(changed.error().place) + ": " + changed.error().message;
}

TEST(Retype, NumbersOfOneKindAsTheOther) {
  const auto reals = retyped({"x", Integers{1, missing_integer}}, planned(type::Real{}));
  ASSERT_TRUE(reals);
  EXPECT_EQ(name_of(reals->type), "real");
  EXPECT_EQ(cells_of(*reals), cells_of({"x", Integers{1, missing_integer}}));
  const auto whole = retyped({"x", Reals{3, missing_real, -2}}, planned(type::Integer{}));
  EXPECT_EQ(std::get<Cells<std::int64_t>>(whole->values),
            (Cells<std::int64_t>{3, missing_integer, -2}));
  EXPECT_EQ(misfit({"x", Reals{3, 0.5}}, planned(type::Integer{})),
            "record 2: is to be an integer by x.toml, line 7, and this value is none.");
}

TEST(Retype, TextAsNumbersInTheWordsOfItsFile) {
  const Column texts("x", Texts{"1.234,5", std::nullopt, " -7 ", "+2"});
  const auto reals = retyped(texts, planned(type::Real{}), ',');
  ASSERT_TRUE(reals);
  EXPECT_EQ(cells_of(*reals),
            (std::vector<std::optional<std::string>>{"1234.5", std::nullopt, "-7", "2"}));
  EXPECT_EQ(misfit({"x", Texts{"1", "one"}}, planned(type::Real{})),
            "record 2: is to be a real by x.toml, line 7, and this value is none.");
  EXPECT_EQ(misfit({"x", Texts{"1", "nan"}}, planned(type::Integer{})).substr(0, 8), "record 2");
  EXPECT_EQ(misfit({"x", Texts{"1", "inf"}}, planned(type::Real{})).substr(0, 8), "record 2");
}

TEST(Retype, WhatMeansMissingIsMissing) {
  const ColumnPlan plan = planned(type::Integer{}, {}, {"-99", "unknown"});
  EXPECT_EQ(missing_count(retyped({"x", Integers{1, -99, 99}}, plan)->values), 1U);
  EXPECT_EQ(missing_count(retyped({"x", Reals{1, -99.0, 99}}, plan)->values), 1U);
  EXPECT_EQ(missing_count(retyped({"x", Texts{"1", "-99", "unknown"}}, plan)->values), 2U);
  EXPECT_EQ(missing_count(retyped({"x", Texts{"1", "-99.0", "unknown"}}, plan)->values), 2U);
  const ColumnPlan real = planned(type::Real{}, {}, {"-99.5"});
  EXPECT_EQ(missing_count(retyped({"x", Reals{-99.5, -99}}, real)->values), 1U);
  const ColumnPlan day = planned(type::Date{}, {}, {"1970-01-02"});
  EXPECT_EQ(missing_count(retyped({"x", type::Date{}, Integers{0, 1}}, day)->values), 1U);
}

TEST(Retype, TextOfNumbersAndMissingIsNumbers) {
  const ColumnPlan plan{.name = "x", .missing = {"unknown"}};
  EXPECT_EQ(name_of(retyped({"x", Texts{"1", "unknown"}}, plan)->type), "integer");
  EXPECT_EQ(name_of(retyped({"x", Texts{"1.5", "unknown"}}, plan)->type), "real");
  EXPECT_EQ(name_of(retyped({"x", Texts{"a", "unknown"}}, plan)->type), "text");
  EXPECT_EQ(name_of(retyped({"x", Texts{"1", "2"}}, {.name = "x"})->type), "text")
      << "nothing said";
  EXPECT_EQ(name_of(retyped({"x", Texts{"unknown"}}, plan)->type), "text") << "nothing left";
}

TEST(Retype, CodesAreLevelsByTheirValue) {
  const auto codes =
      retyped({"x", Integers{10, 2, missing_integer, 1, 2}}, planned(type::Category{}));
  ASSERT_TRUE(codes);
  EXPECT_EQ(name_of(codes->type), "category");
  EXPECT_EQ(levels_of(*codes), (Levels{"1", "2", "10"}));
  EXPECT_EQ(cells_of(*codes), cells_of({"x", Texts{"10", "2", std::nullopt, "1", "2"}}));
  const auto reals = retyped({"x", Reals{10, 2, 1}}, planned(type::Category{}));
  EXPECT_EQ(levels_of(*reals), (Levels{"1", "2", "10"})) << "whatever file they come from";
  EXPECT_EQ(levels_of(*retyped({"x", Texts{"b", "nan", "a"}}, planned(type::Category{}))),
            (Levels{"a", "b", "nan"}));
}

TEST(Retype, OrderedLevelsStandInTheirOrder) {
  const ColumnPlan plan = planned(type::Category{true}, {"low", "middle", "high"});
  const Column texts("x", Texts{"high", "low", std::nullopt, "high"});
  const auto ordered = retyped(texts, plan);
  ASSERT_TRUE(ordered);
  EXPECT_EQ(ordered->type, Type(type::Category{true}));
  EXPECT_EQ(levels_of(*ordered), (Levels{"low", "middle", "high"}));
  EXPECT_EQ(cells_of(*ordered), cells_of(texts));
  EXPECT_EQ(
      misfit({"x", Texts{"low", "High"}}, plan),
      "record 2: is ordered by x.toml, line 7, and its list lacks the level that stands here.");
  const ColumnPlan grades = planned(type::Category{true}, {"2", "1"});
  EXPECT_EQ(levels_of(*retyped({"x", Integers{1, 2}}, grades)), (Levels{"2", "1"}));
}

TEST(Retype, LabelsFollowTheOrderOfTheLevels) {
  Column sex("x", type::Category{}, Texts{"male", "female"});
  sex.labels = std::make_shared<Labels>(
      Labels{.variable = "Sex", .values = {{1.0, "male"}, {2.0, "female"}}});
  const auto ordered = retyped(sex, planned(type::Category{true}, {"female", "male"}));
  ASSERT_TRUE(ordered);
  ASSERT_EQ(ordered->labels->values.size(), 2U);
  EXPECT_EQ(ordered->labels->values[0].label, "female");
  EXPECT_EQ(ordered->labels->variable, "Sex");
  EXPECT_EQ(retyped(sex, planned(type::Category{}))->labels, sex.labels);
}

TEST(Retype, DatesFromTextAndMidnights) {
  const auto dates = retyped({"x", Texts{"31.12.1999", std::nullopt}}, planned(type::Date{}));
  EXPECT_EQ(cells_of(*dates),
            (std::vector<std::optional<std::string>>{"1999-12-31", std::nullopt}));
  const Column midnight("x", type::Timestamp{TimeUnit::second}, Integers{86'400});
  EXPECT_EQ(*cells_of(*retyped(midnight, planned(type::Date{})))[0], "1970-01-02");
  const Column later("x", type::Timestamp{TimeUnit::second}, Integers{0, 86'401});
  EXPECT_EQ(misfit(later, planned(type::Date{})).substr(0, 8), "record 2");
  EXPECT_EQ(misfit({"x", Texts{"2024-02-29", "2023-02-29"}}, planned(type::Date{})),
            "record 2: is to be a date by x.toml, line 7, and this value is none.");
  EXPECT_NE(misfit({"x", Texts{"03/04/2026"}}, planned(type::Date{})).find("change places"),
            std::string::npos);
  EXPECT_TRUE(retyped({"x", Texts(3)}, planned(type::Date{}))) << "nothing but missing";
}

TEST(Retype, TruthTimesAndText) {
  EXPECT_EQ(cells_of(*retyped({"x", Texts{"TRUE", "False"}}, planned(type::Boolean{}))),
            (std::vector<std::optional<std::string>>{"true", "false"}));
  EXPECT_EQ(*cells_of(*retyped({"x", Integers{1, 0}}, planned(type::Boolean{})))[0], "true");
  EXPECT_EQ(misfit({"x", Integers{1, 2}}, planned(type::Boolean{})).substr(0, 8), "record 2");
  EXPECT_EQ(*cells_of(*retyped({"x", Texts{"2026-11-15 08:30:00"}}, planned(type::Timestamp{})))[0],
            "2026-11-15 08:30:00");
  EXPECT_EQ(cells_of(*retyped({"x", Reals{1.5}}, planned(type::Text{}))),
            (std::vector<std::optional<std::string>>{"1.5"}));
}

TEST(Retype, WhatCannotBecomeOneSaysSo) {
  EXPECT_EQ(
      misfit({"x", type::Date{}, Integers{1}}, planned(type::Integer{})),
      ": is to be an integer by x.toml, line 7, but it is a date, which cannot be turned into "
      "one.");
  EXPECT_FALSE(retyped({"x", Integers{1}}, planned(type::Date{})));
  EXPECT_FALSE(retyped({"x", Integers{1}}, planned(type::Duration{})));
  EXPECT_FALSE(retyped({"x", type::Date{}, Integers{1}}, planned(type::Boolean{})));
}

TEST(Retype, AColumnThatIsSoAlreadyStaysItself) {
  Column column("x", Integers{1, 2}, Role::keep);
  column.format = "c";
  const auto same = retyped(column, planned(type::Integer{}));
  EXPECT_EQ(same->format, "c");
  EXPECT_EQ(same->role, Role::keep);
  EXPECT_EQ(std::get<Cells<std::int64_t>>(same->values).data(),
            std::get<Cells<std::int64_t>>(column.values).data());
}

// Stata and SPSS have no truth, and what was true comes back from them as 1.
TEST(Retype, ZeroAndOneAreTruthBesideATableWithTruth) {
  const Table truth(
      {{"b", type::Boolean{}, Integers{1, 0, missing_integer}}, {"n", Integers{1, 0, 1}}});
  for (const Values& numbers :
       {Values(Integers{0, 1, missing_integer}), Values(Reals{0, 1, missing_real})}) {
    Table other({{"b", numbers, Role::keep}, {"n", Integers{0, 1, 0}}, {"new", Integers{1, 1, 1}}});
    other = in_terms_of(truth, other);
    EXPECT_EQ(other.columns()[0].type, Type(type::Boolean{}));
    EXPECT_EQ(std::get<Cells<std::int64_t>>(other.columns()[0].values),
              (Integers{0, 1, missing_integer}));
    EXPECT_EQ(other.columns()[0].role, Role::keep);
    EXPECT_EQ(other.columns()[1].type, Type(type::Integer{}));
    EXPECT_EQ(other.columns()[2].type, Type(type::Integer{}));
  }
  const Table no_truth({{"b", Integers{0, 1, 2}}});
  EXPECT_EQ(in_terms_of(truth, no_truth).columns()[0].type, Type(type::Integer{}));
  const Table words({{"b", Texts{"yes", "no", "no"}}});
  EXPECT_EQ(in_terms_of(truth, words).columns()[0].type, Type(type::Text{}));
}

}  // namespace
}  // namespace overhand
