#include "overhand/statistics/column_facts.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace overhand::statistics {
namespace {

using Counts = std::vector<std::size_t>;

ColumnFacts facts_of(Column column) { return column_facts(Table({std::move(column)})).front(); }

TEST(ColumnFacts, OfWholeNumbers) {
  const ColumnFacts facts = facts_of({"age", Integers{20, 40, missing_integer, 20}});
  EXPECT_EQ(facts.name, "age");
  EXPECT_EQ(facts.type, "integer");
  EXPECT_EQ(facts.missing, 1U);
  EXPECT_EQ(facts.distinct, 2U);
  Counts expected(20);
  expected.front() = 2;
  expected.back() = 1;
  EXPECT_EQ(facts.histogram, expected);
  EXPECT_TRUE(facts.can_be_masked);
  EXPECT_FALSE(facts.looks_like_identifier);
}

TEST(ColumnFacts, OfReals) {
  const ColumnFacts facts = facts_of({"pay", Reals{0.5, 1.5, 2.5}});
  EXPECT_EQ(facts.type, "real");
  EXPECT_EQ(facts.distinct, 3U);
  EXPECT_EQ(facts.missing, 0U);
}

TEST(ColumnFacts, OfTextAreTheCountsOfTheCommonestValues) {
  const ColumnFacts facts = facts_of({"town", Texts{"x", "y", "y", std::nullopt, "z", "y", "x"}});
  EXPECT_EQ(facts.type, "text");
  EXPECT_EQ(facts.histogram, (Counts{3, 2, 1}));
  EXPECT_EQ(facts.missing, 1U);
  EXPECT_FALSE(facts.can_be_masked);
}

TEST(ColumnFacts, OfTextHaveNoMoreBarsThanOthers) {
  TextsBuilder names;
  for (int i = 0; i < 50; ++i) names.append("person " + std::to_string(i));
  const ColumnFacts facts = facts_of({"name", std::move(names).finish()});
  EXPECT_EQ(facts.histogram, Counts(20, 1));
  EXPECT_TRUE(facts.looks_like_identifier);
}

TEST(ColumnFacts, OfAColumnWithoutAValueHaveNoBars) {
  const ColumnFacts facts = facts_of({"none", Reals{missing_real, missing_real}});
  EXPECT_TRUE(facts.histogram.empty());
  EXPECT_EQ(facts.missing, 2U);
  EXPECT_EQ(facts.distinct, 0U);
}

TEST(ColumnFacts, ComeInTheOrderOfTheColumns) {
  const auto facts = column_facts(testing::normal_table(30, 5, 1));
  ASSERT_EQ(facts.size(), 5U);
  for (std::size_t j = 0; j < facts.size(); ++j) {
    EXPECT_EQ(facts[j].name, "x" + std::to_string(j + 1));
    EXPECT_EQ(facts[j].distinct, 30U);
  }
}

}  // namespace
}  // namespace overhand::statistics
