#include "overhand/coarsening/coarsening.h"

#include <gtest/gtest.h>

#include <set>

#include "overhand/random/uniform.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/levels.h"

namespace overhand::coarsening {
namespace {

using List = std::vector<std::string>;

ColumnPlan plan_with(Coarsening coarsening) {
  return {.name = "x", .place = {.file = "s.toml", .line = 4}, .coarsening = std::move(coarsening)};
}

Column done(const Column& column, const Coarsening& coarsening) {
  const auto result = coarsened(Table({column}), {plan_with(coarsening)});
  EXPECT_TRUE(result) << sentence_of(result.error());
  return result ? result->table.columns()[0] : Column();
}

std::string problem(const Column& column, const Coarsening& coarsening) {
  const auto result = coarsened(Table({column}), {plan_with(coarsening)});
  return result ? "none" : sentence_of(result.error());
}

// The cells as text, a gap as "-".
List cells(const Column& column) {
  List all;
  for (std::size_t row = 0; row < column.size(); ++row) {
    all.push_back(cell_text(column, row).value_or("-"));
  }
  return all;
}

List levels(const Column& column) {
  const auto& dictionary = std::get<Texts>(column.values).dictionary();
  List all;
  for (std::size_t code = 0; code < dictionary.size(); ++code) all.emplace_back(dictionary[code]);
  return all;
}

bool is_ordered(const Column& column) { return std::get<type::Category>(column.type).is_ordered; }

Column whole(Integers values, Role role = Role::keep) { return {"x", std::move(values), role}; }
Column text(Texts values, Role role = Role::keep) { return {"x", std::move(values), role}; }

// As a text file has it, where these stand for a gap.
Column text_with_gaps(Texts values, List gaps) {
  Column column = text(std::move(values));
  column.gap_texts = std::make_shared<const List>(std::move(gaps));
  return column;
}

TEST(Coarsening, BandsBeginAtMultiplesAndStandInTheirOrder) {
  const Column column = done(whole({23, 7, missing_integer, 20, 24, 25}), {coarse::Bands{5}});
  EXPECT_EQ(cells(column), (List{"20-24", "5-9", "-", "20-24", "20-24", "25-29"}));
  EXPECT_EQ(levels(column), (List{"5-9", "20-24", "25-29"}));
  EXPECT_TRUE(is_ordered(column));
}

TEST(Coarsening, BandsOfFractionsSayWhereTheyEnd) {
  const Column column("x", Reals{0.3, 0.25, -0.05, missing_real}, Role::keep);
  EXPECT_EQ(cells(done(column, {coarse::Bands{0.1}})),
            (List{"0.3 to <0.4", "0.2 to <0.3", "-0.1 to <0", "-"}));
}

TEST(Coarsening, TopAndBottomCutTheBandsAtTheirEnds) {
  const Column column = done(whole({3, 14, 15, 82, 84, 85, 101}),
                             {.step = coarse::Bands{10}, .bottom = 15, .top = 85});
  EXPECT_EQ(cells(column), (List{"<15", "<15", "15-19", "80-84", "80-84", "85+", "85+"}));
  EXPECT_EQ(levels(column), (List{"<15", "15-19", "80-84", "85+"}));
}

TEST(Coarsening, CutsAreTheBeginningsOfBands) {
  const Column column =
      done(text({"17", "18", "29", "30", "64", "65", "NA", "99"}), {coarse::Cuts{{18, 30, 65}}});
  EXPECT_EQ(cells(column), (List{"<18", "18-29", "18-29", "30-64", "30-64", "65+", "-", "65+"}));
  EXPECT_TRUE(is_ordered(column));
}

TEST(Coarsening, ATopAloneIsALevelOfWhatIsKeptAndANumberOfWhatIsMasked) {
  const Coarsening said{.top = 85};
  EXPECT_EQ(cells(done(whole({85, 9, 90, 84}), said)), (List{"85+", "9", "85+", "84"}));
  EXPECT_EQ(levels(done(whole({85, 9, 90, 84}), said)), (List{"9", "84", "85+"}));
  const Column masked = done(whole({85, 9, 90, missing_integer}, Role::mask), said);
  EXPECT_EQ(cells(masked), (List{"85", "9", "85", "-"}));
  EXPECT_TRUE(std::holds_alternative<type::Integer>(masked.type));
}

TEST(Coarsening, PrefixesAreLettersNotBytes) {
  const Column column =
      done(text_with_gaps({"01067", "01099", "80331", std::nullopt, "Ärzte", ""}, {""}),
           {coarse::Prefix{2}});
  EXPECT_EQ(cells(column), (List{"01", "01", "80", "-", "Är", "-"}));
  EXPECT_FALSE(is_ordered(column));
}

TEST(Coarsening, DatesGoToMonthsQuartersAndYearsInTheirOrder) {
  const Column column = text_with_gaps({"2026-11-15", "1969-12-31", "2026-04-01", "NA"}, {"NA"});
  EXPECT_EQ(cells(done(column, {coarse::Calendar{Period::month}})),
            (List{"2026-11", "1969-12", "2026-04", "-"}));
  EXPECT_EQ(levels(done(column, {coarse::Calendar{Period::quarter}})),
            (List{"1969-Q4", "2026-Q2", "2026-Q4"}));
  const Column seconds("x", type::Timestamp{.unit = TimeUnit::second}, Integers{-1, 0, 86400});
  EXPECT_EQ(cells(done(seconds, {coarse::Calendar{Period::year}})), (List{"1969", "1970", "1970"}));
}

TEST(Coarsening, RareLevelsBecomeOtherUntilItIsNotRareItself) {
  const Column column = text({"a", "a", "a", "a", "b", "b", "b", "c", "c", "d"});
  EXPECT_EQ(levels(done(column, {.merge_below = 2})), (List{"a", "b", "other"}));
  EXPECT_EQ(levels(done(column, {.merge_below = 4})), (List{"a", "other"}));
  EXPECT_EQ(levels(done(column, {.merge_below = 1})), (List{"a", "b", "c", "d"}));
}

TEST(Coarsening, AHierarchyKeepsAnOrderThatItDoesNotBreak) {
  const auto above = std::make_shared<const Ancestors>(
      Ancestors{{"9", "child"}, {"10", "child"}, {"40", "adult"}});
  const Column column = done(text({"40", "9", "10"}), {coarse::Hierarchy{"h.csv", 1, above}});
  EXPECT_EQ(levels(column), (List{"child", "adult"}));
  EXPECT_TRUE(is_ordered(column));
  const auto crossed =
      std::make_shared<const Ancestors>(Ancestors{{"9", "b"}, {"10", "a"}, {"40", "b"}});
  EXPECT_FALSE(is_ordered(done(text({"40", "9", "10"}), {coarse::Hierarchy{"h.csv", 1, crossed}})));
}

TEST(Coarsening, WhatCannotBeDoneIsASentenceWithThePlansLineAndNoValue) {
  EXPECT_EQ(problem(text({"secret", "b"}), {coarse::Bands{5}}),
            "s.toml, line 4: Column 'x' is text, and bands, cuts, top and bottom are for numbers; "
            "take prefix, to, hierarchy or merge_below.");
  EXPECT_EQ(problem(whole({1, 2}), {coarse::Calendar{Period::year}}),
            "s.toml, line 4: Column 'x' is a number, and only dates and times go to a month, "
            "quarter or year.");
  EXPECT_EQ(problem({"x", Reals{1.5}, Role::keep}, {coarse::Prefix{1}}),
            "s.toml, line 4: Column 'x' is a number, and prefix is for levels and codes; give "
            "bands or cuts before it.");
  const auto above = std::make_shared<const Ancestors>(Ancestors{{"a", "b"}});
  EXPECT_EQ(problem(text({"a", "secret"}), {coarse::Hierarchy{"h.csv", 1, above}}),
            "s.toml, line 4: Column 'x' has 2 values, and 1 of them is not in h.csv; give each a "
            "line there.");
  EXPECT_EQ(problem(text({"03/04/2020", "05/06/2020"}), {coarse::Calendar{Period::year}}),
            "s.toml, line 4: Column 'x' has dates in each of which day and month could change "
            "places; write them as 2026-11-15.");
}

TEST(Coarsening, TellsHowManyValuesThereWereAndAre) {
  const auto result = coarsened(Table({whole({1, 2, 3, 7})}), {plan_with({coarse::Bands{5}})});
  ASSERT_TRUE(result);
  EXPECT_EQ(sentence_on(result->changes.at(0)),
            "Column 'x' has 2 values instead of 4 (bands of 5).");
}

// A value's band holds it, equal values stay equal, gaps are where they were, order is kept.
TEST(Coarsening, BandsHoldTheirValuesWhateverTheWidth) {
  random::Stream stream(random::key_from_seed(7), {random::Purpose::test});
  for (int round = 0; round < 200; ++round) {
    const double width = (1 + random::uniform_below(40, stream)) / 10.0;
    Reals values(30);
    for (double& value : values) value = (random::uniform_below(400, stream) - 200.0) / 10;
    values[3] = missing_real;
    const Column column = done({"x", values, Role::keep}, {coarse::Bands{width}});
    const auto& codes = std::get<Texts>(column.values).codes();
    for (std::size_t a = 0; a < values.size(); ++a) {
      ASSERT_EQ(is_missing(codes[a]), is_missing(values[a]));
      for (std::size_t b = 0; b < values.size(); ++b) {
        if (is_missing(codes[a]) || is_missing(codes[b]) || values[a] > values[b]) continue;
        ASSERT_LE(codes[a], codes[b]);
        ASSERT_FALSE(codes[a] == codes[b] && values[b] - values[a] > width * (1 + 1e-9));
      }
    }
  }
}

TEST(Coarsening, NoLevelIsInventedButOther) {
  random::Stream stream(random::key_from_seed(8), {random::Purpose::test});
  for (int round = 0; round < 100; ++round) {
    TextsBuilder builder;
    for (int row = 0; row < 60; ++row) {
      builder.append(std::string(1, static_cast<char>('a' + random::uniform_below(12, stream))));
    }
    const Column before = text(std::move(builder).finish());
    const Column after = done(before, {.merge_below = 2 + random::uniform_below(9, stream)});
    const auto known = levels(before);
    for (const std::string& level : levels(after)) {
      ASSERT_TRUE(level == "other" || std::ranges::find(known, level) != known.end());
    }
  }
}

}  // namespace
}  // namespace overhand::coarsening
