#include <gtest/gtest.h>

#include <algorithm>

#include "overhand/random/uniform.h"
#include "overhand/relations/rules.h"
#include "support/csv.h"

namespace overhand::relations {
namespace {

using Names = std::vector<std::string>;

Reals uniform(std::uint32_t column, std::size_t rows = 500) {
  random::Stream stream(random::key_from_seed(7), {random::Purpose::test, column});
  Reals values(rows);
  for (double& value : values) value = random::uniform_below(1000, stream);
  return values;
}

Reals changed(Reals values, double factor, double added = 0) {
  for (double& value : values) value = factor * value + added;
  return values;
}

// Each value times a random share of its own.
Reals part_of(Reals values, std::uint32_t column) {
  const Reals shares = uniform(column, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] *= shares[i] / 1000;
  return values;
}

Names mined(const Table& table) {
  Names texts;
  for (const Rule& rule : mined_rules(table)) texts.push_back(rule.text());
  return texts;
}

// Income, and a tax on part of it.
Table taxed(std::size_t rows = 500) {
  const Reals income = uniform(1, rows);
  return Table({Column("tax", part_of(income, 2)), Column("income", income),
                Column("other", uniform(3, rows)), Column("kept", income, Role::keep)});
}

TEST(MinedRules, AreWhatEveryRecordObeys) {
  EXPECT_EQ(mined(taxed()), Names{"tax <= income"});
  EXPECT_EQ(mined(taxed(100)), Names{"tax <= income"});
}

TEST(MinedRules, OneRecordUndoes) {
  Table table = taxed(30'000);  // more than are sampled
  ASSERT_EQ(mined(table), Names{"tax <= income"});
  Reals tax = reals(table.columns()[0]);
  tax.back() = 2000;
  table.columns()[0] = Column("tax", tax);
  EXPECT_TRUE(mined(table).empty());
}

TEST(MinedRules, GapsBreakNone) {
  Table table = taxed();
  Reals tax = reals(table.columns()[0]);
  Reals income = reals(table.columns()[1]);
  const auto highest = std::ranges::max_element(income) - income.begin();
  income[static_cast<std::size_t>(highest)] = missing_real;
  tax[5] = missing_real;
  table.columns()[0] = Column("tax", tax);
  table.columns()[1] = Column("income", income);
  EXPECT_EQ(mined(table), Names{"tax <= income"});
}

// A stay of days is below its costs in every record, and would be in any other pairing.
TEST(MinedRules, AreNoCoincidences) {
  const Reals days = changed(uniform(1), 0.03);
  Reals cost = uniform(2);
  for (std::size_t i = 0; i < cost.size(); ++i) cost[i] += days[i];
  EXPECT_TRUE(mined(Table({Column("days", days), Column("cost", cost)})).empty());
  EXPECT_TRUE(
      mined(Table({Column("a", uniform(1)), Column("b", changed(uniform(5), 1, 5000))})).empty());
}

// Two columns that have nothing to do with each other: of 12 records, chance obeys in some pairs.
TEST(MinedRules, OfFewRecordsAreChance) {
  const Reals low = changed(uniform(1, 12), 0.5);
  EXPECT_TRUE(mined(Table({Column("a", low), Column("b", changed(low, 1, 1))})).empty());
}

TEST(MinedRules, LeaveOutWhatFollows) {
  const Reals top = uniform(1);
  const Reals middle = part_of(top, 2);
  const Reals low = part_of(middle, 3);
  const Reals least = part_of(low, 4);
  const Table table(
      {Column("least", least), Column("top", top), Column("low", low), Column("middle", middle)});
  EXPECT_EQ(mined(table), (Names{"least <= low", "low <= middle", "middle <= top"}));
}

// Where the column between has a gap, nothing follows in that record.
TEST(MinedRules, DoNotFollowThroughGaps) {
  const Reals top = uniform(1);
  Reals middle = part_of(top, 2);
  const Reals low = part_of(middle, 3);
  middle[3] = missing_real;
  EXPECT_EQ(mined(Table({Column("low", low), Column("middle", middle), Column("top", top)})),
            (Names{"low <= middle", "low <= top", "middle <= top"}));
}

// Equal columns are below each other; what both are below is still said of one of them.
TEST(MinedRules, OfEqualColumnsKeepWhatIsAboveThem) {
  const Reals top = uniform(1);
  const Reals low = part_of(top, 2);
  const Names found = mined(Table({Column("a", low), Column("b", low), Column("c", top)}));
  EXPECT_NE(std::ranges::find(found, "a <= b"), found.end());
  EXPECT_NE(std::ranges::find(found, "b <= a"), found.end());
  EXPECT_EQ(std::ranges::count_if(found, [](const auto& rule) { return rule.ends_with("<= c"); }),
            1);
}

TEST(MinedRules, HoldBetweenDatesAndNotBetweenDatesAndAmounts) {
  const Reals begins = uniform(1);
  const Reals stays = changed(uniform(2), 0.5);
  Integers from;
  Integers until;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    from.push_back(static_cast<std::int64_t>(begins[i]));
    until.push_back(static_cast<std::int64_t>(begins[i] + stays[i]));
  }
  EXPECT_EQ(mined(Table({Column("from", type::Date{}, from),
                         Column("until day", type::Date{}, until), Column("same", until)})),
            Names{"from <= `until day`"});
}

TEST(MinedRules, OfCensusHoldTaxesBelowIncome) {
  if (!testing::exists(testing::data_file("census.csv"))) GTEST_SKIP() << "Census is not there";
  const Names found = mined(testing::read_csv(testing::data_file("census.csv")));
  EXPECT_NE(std::ranges::find(found, "TAXINC <= AGI"), found.end());
  EXPECT_NE(std::ranges::find(found, "FEDTAX <= TAXINC"), found.end());
  EXPECT_EQ(std::ranges::find(found, "FEDTAX <= AGI"), found.end());  // it follows
  EXPECT_EQ(std::ranges::find(found, "FEDTAX <= AFNLWGT"), found.end());
  EXPECT_LT(found.size(), 15U);
}

// Levels by record: each of `count`, in turn.
Texts levels(std::size_t rows, std::size_t count, const std::string& letter) {
  TextsBuilder texts;
  for (std::size_t row = 0; row < rows; ++row) {
    texts.append(letter + std::to_string(row * 7 % 12 % count));
  }
  return std::move(texts).finish();
}

TEST(MinedLevels, AreWhatGoesWithOneLevelInEveryRecord) {
  const Texts code = levels(120, 12, "c");
  const Texts ward = levels(120, 3, "w");
  EXPECT_EQ(mined(Table({{"code", code}, {"ward", ward}})), Names{"code tells ward"});
  EXPECT_EQ(mined(Table({{"code", code}, {"ward", ward, Role::keep}})), Names{"code tells ward"});
  EXPECT_EQ(mined(Table({{"ward", ward, Role::keep}, {"code", code}})), Names{"code tells ward"});
  EXPECT_TRUE(mined(Table({{"code", code, Role::keep}, {"ward", ward, Role::keep}})).empty());
  EXPECT_TRUE(mined(Table({{"code", code}, {"ward", ward, Role::unit}})).empty());
}

TEST(MinedLevels, OneRecordUndoes) {
  TextsBuilder other;
  const Texts ward = levels(120, 3, "w");
  for (std::size_t row = 0; row < 120; ++row) other.append(row == 119 ? "w9" : *ward[row]);
  EXPECT_TRUE(
      mined(Table({{"code", levels(120, 12, "c")}, {"ward", std::move(other).finish()}})).empty());
}

// Two records for a level; two levels of which one has nearly all; so few records that chance does.
TEST(MinedLevels, CoincidencesAreNone) {
  TextsBuilder pairs;
  TextsBuilder rare;
  for (std::size_t row = 0; row < 120; ++row) {
    pairs.append("p" + std::to_string(row % 60));
    rare.append(row % 12 == 5 && row < 24 ? "r" : "s");
  }
  const Texts two_each = std::move(pairs).finish();
  EXPECT_TRUE(mined(Table({{"pair", two_each}, {"ward", levels(120, 3, "w")}})).empty());
  EXPECT_TRUE(
      mined(Table({{"code", levels(120, 12, "c")}, {"rare", std::move(rare).finish()}})).empty());
  EXPECT_TRUE(mined(Table({{"code", levels(12, 4, "c")}, {"half", levels(12, 2, "h")}})).empty());
}

// Of a chain its steps, and of two that tell each other the first.
TEST(MinedLevels, LeaveOutWhatFollows) {
  EXPECT_EQ(mined(Table({{"wing", levels(120, 3, "g")},
                         {"code", levels(120, 12, "c")},
                         {"ward", levels(120, 6, "w")},
                         {"name", levels(120, 6, "n")}})),
            (Names{"code tells ward", "ward tells name", "name tells wing"}));
}

}  // namespace
}  // namespace overhand::relations
