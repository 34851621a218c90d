#include "overhand/relations/rules.h"

#include <gtest/gtest.h>

#include "overhand/random/uniform.h"
#include "support/csv.h"

namespace overhand::relations {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t rows = 100;

Reals uniform(std::uint32_t column, double scale = 1) {
  random::Stream stream(random::key_from_seed(7), {random::Purpose::test, column});
  Reals values(rows);
  for (double& value : values) value = scale * random::uniform_below(1000, stream);
  return values;
}

// Income, and a tax on part of it.
Table taxed() {
  const Reals income = uniform(1);
  Reals tax = uniform(2);
  for (std::size_t i = 0; i < rows; ++i) tax[i] = income[i] * tax[i] / 1000;
  return Table({Column("tax", tax), Column("income", income), Column("other", uniform(3)),
                Column("far above", uniform(4)), Column("kept", income, Role::keep)});
}

TEST(Rules, AreMinedWhereEveryRecordObeys) {
  EXPECT_EQ(mined_rules(taxed()), Texts{"tax <= income"});
}

TEST(Rules, GapsBreakNone) {
  Table table = taxed();
  Reals tax = reals(table.columns()[0]);
  tax[5] = missing_real;
  table.columns()[0] = Column("tax", tax);
  EXPECT_EQ(mined_rules(table), Texts{"tax <= income"});
}

TEST(Rules, ThatRangesAloneSayAreNotMined) {
  Reals above = uniform(5);
  for (double& value : above) value += 5000;
  EXPECT_TRUE(mined_rules(Table({Column("a", uniform(1)), Column("b", above)})).empty());
}

TEST(Rules, OfFewRecordsAreChance) {
  EXPECT_TRUE(
      mined_rules(Table({Column("a", Reals{1, 2, 3}), Column("b", Reals{2, 3, 4})})).empty());
}

TEST(Rules, OfCensusHoldTaxesBelowIncome) {
  if (!testing::exists(testing::data_file("census.csv"))) GTEST_SKIP() << "Census is not there";
  const auto found = mined_rules(testing::read_csv(testing::data_file("census.csv")));
  EXPECT_NE(std::ranges::find(found, "TAXINC <= AGI"), found.end());
  EXPECT_LT(found.size(), 30U);
}

}  // namespace
}  // namespace overhand::relations
