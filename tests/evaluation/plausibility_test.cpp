#include "overhand/evaluation/plausibility.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overhand/evaluation/evaluator.h"
#include "support/tables.h"

namespace overhand::evaluation {
namespace {

constexpr std::size_t rows = 200;

// A tax of about half the income, and hours that are kept.
Table taxed() {
  random::Stream stream(random::key_from_seed(2), {random::Purpose::test});
  Reals income(rows);
  Reals tax(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    income[i] = 2 + 2 * random::uniform_below(500, stream);
    tax[i] = std::max(1.0, income[i] / 2 - static_cast<double>(i % 3));
  }
  return Table(
      {Column("tax", tax), Column("income", income), Column("hours", Reals(rows, 40), Role::keep)});
}

// Three records above their income, of which one with a fraction, and one below 0.
Table masked_badly(const Table& original) {
  Table masked = original;
  Reals tax = reals(original.columns()[0]);
  const Reals income = reals(original.columns()[1]);
  std::vector<std::size_t> small;
  for (std::size_t i = 0; small.size() < 4; ++i) {
    if (income[i] > 10 && income[i] < 400) small.push_back(i);
  }
  tax[small[0]] = income[small[0]] + 1;
  tax[small[1]] = income[small[1]] + 1;
  tax[small[2]] = income[small[2]] + 0.5;
  tax[small[3]] = -1;
  masked.columns()[0] = Column("tax", tax);
  return masked;
}

std::vector<std::pair<std::string, std::size_t>> pairs_of(const std::vector<BrokenRule>& broken) {
  std::vector<std::pair<std::string, std::size_t>> pairs;
  for (const auto& [rule, records] : broken) pairs.emplace_back(rule, records);
  return pairs;
}

using Pairs = std::vector<std::pair<std::string, std::size_t>>;

TEST(Plausibility, NamesWhatIsBrokenMostFirst) {
  const Table original = taxed();
  const auto found = plausibility_of(original, masked_badly(original), {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->records, rows);
  EXPECT_EQ(found->implausible, 4U);
  EXPECT_EQ(pairs_of(found->broken),
            (Pairs{{"tax <= income", 3}, {"tax >= 0", 1}, {"tax is whole", 1}}));
  EXPECT_EQ(plausibility_of(original, original, {})->implausible, 0U);
}

TEST(Plausibility, CountsRulesThatAreSaidOverKeptColumnsToo) {
  const Table original = taxed();
  const auto found = plausibility_of(original, masked_badly(original), {"tax + hours >= 41"});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->implausible, 4U);
  EXPECT_EQ(found->broken.size(), 4U);
  const auto refused = plausibility_of(original, original, {"tax > 250"});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("rule 'tax > 250'"), std::string::npos);
}

TEST(Plausibility, IsTheSameAmongAllMeasures) {
  const Table original = taxed();
  EvaluatorOptions options;
  options.structure.rules = {"income <= 10 * hours + 1000"};
  const auto evaluator = Evaluator::prepare(original, options);
  ASSERT_TRUE(evaluator);
  Table masked = masked_badly(original);
  const auto found = evaluator->evaluate(masked, {{Pairing::row}});
  ASSERT_TRUE(found);
  EXPECT_EQ(value_of(found->by_pairing.front(), MeasureId::implausible), 4.0 / rows);
  EXPECT_EQ(value_of(found->by_pairing.front(), MeasureId::broken_rule), 3.0 / rows);
  EXPECT_EQ(found->broken_rules.front().rule, "tax <= income");
  // A gap where none was: the evaluator begins anew, with the same rules.
  testing::set_real(masked.columns()[1], 0, missing_real);
  const auto with_gap = evaluator->evaluate(masked, {{Pairing::row}});
  ASSERT_TRUE(with_gap);
  EXPECT_EQ(with_gap->broken_rules.front().rule, "tax <= income");
}

TEST(Plausibility, OfARuleThatTheOriginalBreaksIsNotMeasured) {
  EvaluatorOptions options;
  options.structure.rules = {"tax > income"};
  const auto evaluator = Evaluator::prepare(taxed(), options);
  ASSERT_FALSE(evaluator);
  EXPECT_EQ(evaluator.error().place.record, 1U);
}

TEST(Weighted, IsMeasuredWhereAWeightIsSaid) {
  const Table original = taxed();
  EvaluatorOptions options;
  options.structure.weight = "hours";
  const auto evaluator = Evaluator::prepare(original, options);
  ASSERT_TRUE(evaluator);
  Table masked = original;
  Reals income = reals(original.columns()[1]);
  for (double& value : income) value *= 1.5;
  masked.columns()[1] = Column("income", income);
  const auto found = evaluator->evaluate(masked, {{Pairing::row}});
  ASSERT_TRUE(found);
  const Measurements& measured = found->by_pairing.front();
  EXPECT_NEAR(value_of(measured, MeasureId::weighted_total_mean), 0.25, 1e-12);
  EXPECT_NEAR(value_of(measured, MeasureId::weighted_mean_largest), 0.5, 1e-12);
  EXPECT_GT(value_of(measured, MeasureId::weighted_quantile_largest), 0.5);
  EXPECT_EQ(found->weighted[1].name, "income");
  const auto plain = Evaluator::prepare(original)->evaluate(masked, {{Pairing::row}});
  EXPECT_FALSE(has(plain->by_pairing.front(), MeasureId::weighted_total_mean));
}

}  // namespace
}  // namespace overhand::evaluation
