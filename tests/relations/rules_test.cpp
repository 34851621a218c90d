#include "overhand/relations/rules.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overhand/random/uniform.h"

namespace overhand::relations {
namespace {

using Flags = std::vector<char>;

Table people() {
  return Table({Column("tax", Reals{1, 5, missing_real, 4}), Column("income", Integers{3, 4, 9, 4}),
                Column("in come", Reals{3, 4, 9, 4}), Column("sex", Texts{"f", "m", "f", "m"}),
                Column("hours", Texts{"2,5", "40", "NA", "8"}, Role::keep)});
}

Flags broken(const std::string& text, const Table& table = people()) {
  const auto rule = Rule::parse(text, table);
  EXPECT_TRUE(rule) << (rule ? "" : rule.error().message);
  return rule ? rule->broken_in(table) : Flags{};
}

std::string problem_of(const std::string& text) {
  const auto rule = Rule::parse(text, people());
  return rule ? "" : rule.error().message;
}

TEST(Rule, ComparesTwoSidesAndGapsBreakNone) {
  EXPECT_EQ(broken("tax <= income"), (Flags{0, 1, 0, 0}));
  EXPECT_EQ(broken("tax < income"), (Flags{0, 1, 0, 1}));
  EXPECT_EQ(broken("income >= tax"), (Flags{0, 1, 0, 0}));
  EXPECT_EQ(broken("income > tax"), (Flags{0, 1, 0, 1}));
  EXPECT_EQ(broken("tax == income"), (Flags{1, 1, 0, 0}));
  EXPECT_EQ(broken("tax = income"), (Flags{1, 1, 0, 0}));
  EXPECT_EQ(broken("tax != income"), (Flags{0, 0, 0, 1}));
}

TEST(Rule, ComputesOnBothSides) {
  EXPECT_EQ(broken("2 * tax + 1 <= income"), (Flags{0, 1, 0, 1}));
  EXPECT_EQ(broken("tax >= 2"), (Flags{1, 0, 0, 0}));
  EXPECT_EQ(broken("0.5 * `in come` < max(tax, 2)"), (Flags{0, 0, 0, 0}));
}

TEST(Rule, ReadsNumbersOutOfKeptTexts) {
  Table table = people();
  table.columns()[4].decimal = ',';
  EXPECT_EQ(broken("hours <= income * 2", table), (Flags{0, 1, 0, 0}));
}

TEST(Rule, TellsLevelsByThoseOfTheOriginal) {
  const Table original({Column("zip code", Texts{"1", "2", "2", std::nullopt, "3"}),
                        Column("town", Texts{"Ulm", "Rom", "Rom", "Rom", std::nullopt})});
  const auto rule = Rule::parse("`zip code` tells town", original);
  ASSERT_TRUE(rule) << rule.error().message;
  EXPECT_EQ(rule->text(), "`zip code` tells town");
  EXPECT_EQ(rule->broken_in(original), (Flags{0, 0, 0, 0, 0}));
  const Table masked({Column("town", Texts{"Rom", "Rom", "Ulm", "Oslo", std::nullopt, "Rom"}),
                      Column("zip code", Texts{"1", "2", "2", "2", "2", "9"})});
  EXPECT_EQ(rule->broken_in(masked), (Flags{1, 0, 1, 1, 0, 0}));
  EXPECT_EQ(problem_of("sex tells town"), "rule 'sex tells town': there is no column 'town'.");
}

TEST(Rule, HoldsWhereOneOfItsComparisonsDoes) {
  EXPECT_EQ(broken("tax <= 1 or income == 4"), (Flags{0, 0, 0, 0}));
  EXPECT_EQ(broken("tax <= 1 or income == 3"), (Flags{0, 1, 0, 1}));  // a gap breaks none
  EXPECT_EQ(broken("income == 9 or tax == 4 or sex == \"f\""), (Flags{0, 1, 0, 0}));
  EXPECT_EQ(Rule::parse("tax <= 1 or income == 3", people())->columns(),
            (std::set<std::string>{"income", "tax"}));
  const Table odd({Column("a or b", Reals{1, 2}), Column("c", Texts{"x or y", "z"})});
  EXPECT_EQ(broken("`a or b` == 2 or c == \"x or y\"", odd), (Flags{0, 0}));
  EXPECT_EQ(broken("`a or b` == 2 or c != 'x or y'", odd), (Flags{1, 0}));
}

TEST(Rule, ComparesWithALevelInQuotes) {
  EXPECT_EQ(broken("sex == \"f\""), (Flags{0, 1, 0, 1}));
  EXPECT_EQ(broken("sex != 'f'"), (Flags{1, 0, 1, 0}));
  EXPECT_EQ(broken("'m' = sex"), (Flags{1, 0, 1, 0}));
  const Table gaps({Column("sex", Texts{"f", std::nullopt, "m"})});
  EXPECT_EQ(broken("sex == 'f'", gaps), (Flags{0, 0, 1}));
  EXPECT_EQ(broken("sex != 'f'", gaps), (Flags{1, 0, 0}));
}

TEST(Rule, SaysWhatIsWrongWithLevelsAndAlternatives) {
  EXPECT_EQ(problem_of("sex == 'x'"),
            "rule 'sex == 'x'': no record has the level in quotes in column 'sex'.");
  EXPECT_NE(problem_of("tax == '1'").find("column 'tax' is a number, which is compared without"),
            std::string::npos)
      << problem_of("tax == '1'");
  EXPECT_NE(problem_of("sex <= 'm'").find("by == or != alone"), std::string::npos);
  EXPECT_NE(problem_of("sex + tax == 'm'").find("there is no column 'sex + tax'"),
            std::string::npos);
  EXPECT_NE(problem_of("town == 'm'").find("there is no column 'town'"), std::string::npos);
  EXPECT_NE(problem_of("tax <= 1 or income").find("rule 'income': it compares nothing"),
            std::string::npos);
  EXPECT_NE(problem_of("tax <= 1 || income == 4").find("|| is written as or"), std::string::npos);
  EXPECT_NE(problem_of("tax <= 1 and income == 4").find("write a rule for each"),
            std::string::npos);
  EXPECT_NE(problem_of("tax <= (income > 3 ? 4 : 5)").find("it has a ?"), std::string::npos);
  EXPECT_NE(problem_of("tax <= income, 3").find("a comma stands outside of a function"),
            std::string::npos);
}

TEST(Rule, ForgivesRounding) {
  const Table table({Column("a", Reals{0.1 + 0.2, 0.31}), Column("b", Reals{0.3, 0.3})});
  EXPECT_EQ(broken("a <= b", table), (Flags{0, 1}));
  EXPECT_EQ(broken("a == b", table), (Flags{0, 1}));
}

TEST(Rule, SaysWhatIsWrongWithIt) {
  EXPECT_NE(problem_of("tax + income").find("rule 'tax + income': it compares nothing"),
            std::string::npos);
  EXPECT_NE(problem_of("0 <= tax <= income").find("more than one comparison"), std::string::npos);
  EXPECT_NE(problem_of("tax > 0 && income > 0").find("more than one comparison"),
            std::string::npos);
  EXPECT_NE(problem_of("tax <= wage").find("There is no column 'wage'"), std::string::npos);
  EXPECT_NE(problem_of("tax <= sex").find("column 'sex' is text"), std::string::npos);
  EXPECT_NE(problem_of("tax <=").find("ends where a number or a column is missing"),
            std::string::npos);
  EXPECT_NE(problem_of("(tax <= income)").find("two whole formulas"), std::string::npos);
  EXPECT_NE(problem_of("1 <= 2").find("names no column"), std::string::npos);
}

TEST(Rule, IsTheSameHoweverItIsWritten) {
  const Table table = people();
  const Rule order = Rule::order("tax", "income");
  EXPECT_EQ(order.text(), "tax <= income");
  EXPECT_EQ(*Rule::parse("tax<=income", table), order);
  EXPECT_EQ(*Rule::parse("income >=  tax", table), order);
  EXPECT_FALSE(*Rule::parse("tax < income", table) == order);
  EXPECT_FALSE(*Rule::parse("income <= tax", table) == order);
}

TEST(SaidRules, ThatTheOriginalBreaksAreRefusedWithTheFirstRecord) {
  const auto rules = said_rules({"income > 0", "tax <= 4"}, people());
  ASSERT_FALSE(rules);
  EXPECT_NE(rules.error().message.find("rule 'tax <= 4': 1 of 4 records of the original break it"),
            std::string::npos);
  EXPECT_EQ(rules.error().place.record, 2U);
  EXPECT_EQ(said_rules({"income > 0", "tax <= 5"}, people())->size(), 2U);
}

TEST(BrokenRules, AreCountedByRuleAndByRecord) {
  const Table table = people();
  const std::vector<Rule> rules = {*Rule::parse("tax <= income", table),
                                   *Rule::parse("tax >= 4", table)};
  const Broken found = broken_rules(rules, table);
  EXPECT_EQ(found.counts, (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(found.records, (Flags{1, 1, 0, 0}));
  EXPECT_TRUE(broken_rules({}, table).records.empty());
}

TEST(RulesOf, HaveWhatIsSaidAndWhatIsMinedEachOnce) {
  Reals income(200);
  Reals tax(200);
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  for (std::size_t i = 0; i < income.size(); ++i) {
    income[i] = random::uniform_below(1000, stream);
    tax[i] = income[i] * static_cast<double>(i % 7) / 8;
  }
  const Table table({Column("tax", tax), Column("income", income)});
  const auto rules = rules_of(table, {"income >= tax", "tax < 1000"});
  ASSERT_TRUE(rules);
  ASSERT_EQ(rules->size(), 2U);
  EXPECT_EQ(rules->front().text(), "income >= tax");
  EXPECT_EQ(rules_of(table, {"tax < 1000"})->back().text(), "tax <= income");
}

// What adds up in every record, kept parts too, and where values are there.
TEST(RulesOf, HaveTheIdentitiesOfTheOriginal) {
  Reals part(200);
  Reals other(200);
  Reals total(200);
  random::Stream stream(random::key_from_seed(2), {random::Purpose::test});
  for (std::size_t i = 0; i < part.size(); ++i) {
    part[i] = random::uniform_below(1000, stream);
    other[i] = random::uniform_below(1000, stream);
    total[i] = part[i] + other[i];
  }
  const Reals whole = part;
  part[3] = missing_real;
  const auto texts = [](const Table& table, const std::vector<std::string>& said = {}) {
    std::vector<std::string> all;
    const auto found = rules_of(table, said);
    EXPECT_TRUE(found);
    for (const Rule& rule : *found) {
      if (rule.is_equality()) all.push_back(rule.text());
    }
    return all;
  };
  using Names = std::vector<std::string>;
  const auto table = [&](const Reals& values, Role role) {
    return Table({Column("part", values), Column("other", other), Column("total", total, role)});
  };
  EXPECT_EQ(texts(table(whole, Role::mask)), Names{"total = part + other"});
  EXPECT_EQ(texts(table(whole, Role::keep)), Names{"total = part + other"});
  EXPECT_EQ(texts(table(part, Role::mask)), Names{"total = part + other"});
  EXPECT_EQ(texts(table(whole, Role::mask), {"part == total - other"}),
            Names{"part == total - other"});
  total[5] += 1;
  EXPECT_TRUE(texts(table(whole, Role::mask)).empty());
  const auto rule = rules_of(Table({Column("part", whole), Column("other", other),
                                    Column("total", Reals(200, 5), Role::keep)}),
                             {});
  EXPECT_TRUE(rule->empty());
}

}  // namespace
}  // namespace overhand::relations
