// The catalogue: every measure once, with all that a person should know of it, and its function.
#include "overhand/evaluation/measures.h"

#include <gtest/gtest.h>

#include <set>

#include "overhand/evaluation/evaluator.h"
#include "support/mixed.h"
#include "support/profiles.h"

namespace overhand::evaluation {
namespace {

// Those cost more than the others, and are there where they are asked for.
bool needs_trees(const Measure& measure) {
  return measure.needs == Needs::c2st || measure.needs == Needs::tstr;
}

TEST(Measures, StandInTheOrderOfTheirIdsEachWithItsFacts) {
  std::set<std::string> names;
  std::size_t place = 0;
  for (const Measure& measure : measures()) {
    EXPECT_EQ(static_cast<std::size_t>(measure.id), place++) << measure.name;
    EXPECT_EQ(&measure_of(measure.id), &measure);
    EXPECT_TRUE(names.insert(measure.name).second) << measure.name;
    EXPECT_LT(measure.range.low, measure.range.high) << measure.name;
    EXPECT_FALSE(measure.summary.empty() || measure.formula.empty() || measure.scale.empty() ||
                 measure.reference.empty())
        << measure.name;
  }
  EXPECT_EQ(place, static_cast<std::size_t>(MeasureId::overlap_mean) + 1);
}

TEST(Measures, AreAllMeasuredWherePairsAreAndElseThoseThatNeedNone) {
  Table table = testing::mixed_table(40, 11);
  table.columns().emplace_back("weight", Reals(40, 2), Role::keep);
  EvaluatorOptions options;
  options.structure.weight = "weight";
  const auto evaluator = Evaluator::prepare(table, options);
  const auto result = evaluator->evaluate(table, {{Pairing::row, Pairing::none}});
  ASSERT_TRUE(result);
  std::vector<MeasureId> paired, unpaired;
  for (const Measure& measure : measures()) {
    if (measure.needs == Needs::analyses || needs_trees(measure)) continue;
    paired.push_back(measure.id);
    if (!measure.needs_pairing()) unpaired.push_back(measure.id);
  }
  const auto ids = [&](std::size_t pairing) {
    std::vector<MeasureId> found;
    for (const Measurement& one : result->by_pairing[pairing].all) found.push_back(one.id);
    return found;
  };
  EXPECT_EQ(ids(0), paired);
  EXPECT_EQ(ids(1), unpaired);
  EXPECT_GT(unpaired.size(), 5U);
}

TEST(Measures, OfTreesAreThereWhereTheyAreAskedFor) {
  const Table table = testing::mixed_table(200, 11);
  const auto evaluator = Evaluator::prepare(table);
  const auto all = evaluator->evaluate(table, {.pairings = {Pairing::row}, .trees = all_trees()});
  ASSERT_TRUE(all);
  const Measurements& measured = all->by_pairing[0];
  EXPECT_EQ(value_of(measured, MeasureId::c2st), 0);
  EXPECT_EQ(value_of(measured, MeasureId::tstr), 1);
  EXPECT_NEAR(value_of(measured, MeasureId::shape_loss), 0, 1e-12);
  EXPECT_FALSE(measurement_of(measured, MeasureId::c2st).sample);
  const auto sampled =
      evaluator->evaluate(table, {.pairings = {Pairing::row}, .trees = {.c2st_records = 100}});
  const Measurement& part = measurement_of(sampled->by_pairing[0], MeasureId::c2st);
  EXPECT_EQ(part.sample, 100U);
  EXPECT_LE(part.interval->low, part.value);
  EXPECT_GE(part.interval->high, part.value);
  EXPECT_FALSE(has(sampled->by_pairing[0], MeasureId::tstr));
}

// The loss that sees shape, by hand; of a mixed table half of its second part is the levels.
TEST(Measures, OfShapeAreTheMeanOfFour) {
  for (const bool is_mixed : {false, true}) {
    const Table original =
        is_mixed ? testing::mixed_table(200, 11) : testing::normal_table(200, 3, 11);
    const Table masked =
        is_mixed ? testing::mixed_table(200, 12) : testing::with_noise(original, 90, 12);
    const auto result = Evaluator::prepare(original)->evaluate(
        masked, {.pairings = {Pairing::row}, .trees = {.c2st_records = 1000}});
    const auto value = [&](MeasureId id) { return value_of(result->by_pairing[0], id); };
    const double pil = value(MeasureId::pil);
    const double second = is_mixed ? (pil + value(MeasureId::tv_mean)) / 2 : pil;
    EXPECT_GT(second, 0);
    EXPECT_GT(value(MeasureId::implausible), 0);
    EXPECT_DOUBLE_EQ(
        value(MeasureId::shape_loss),
        (value(MeasureId::ps) + second + value(MeasureId::c2st) + value(MeasureId::implausible)) /
            4);
  }
}

TEST(Measures, RefuseATargetThatIsNotMeasured) {
  const Table table = testing::normal_table(50, 2, 1);
  const auto refused = Evaluator::prepare(table)->evaluate(
      table, {.pairings = {Pairing::row}, .trees = all_trees("wage")});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "The target 'wage' is none of the measured columns.");
}

std::vector<MeasureId> left_out_of(const Table& table) {
  const auto result = Evaluator::prepare(table)->evaluate(table, {{Pairing::row}});
  EXPECT_TRUE(result);
  std::vector<MeasureId> found;
  for (const Measure& measure : measures()) {
    if (!has(result->by_pairing[0], measure.id)) found.push_back(measure.id);
  }
  return found;
}

// All-numeric tables have the paper's measures and no others; a table without any order has those
// alone that need none.
TEST(Measures, AreLeftOutWhereTheirColumnsAreNot) {
  for (const MeasureId id : left_out_of(testing::normal_table(20, 2, 11))) {
    const Needs needs = measure_of(id).needs;
    EXPECT_TRUE(needs == Needs::mixture || needs == Needs::analyses || needs == Needs::weights ||
                needs_trees(measure_of(id)))
        << name_of(id);
  }
  const Table levels({{"sex", Texts{"f", "m", "f", "m"}}, {"town", Texts{"a", "b", "c", "c"}}});
  const auto left_out = left_out_of(levels);
  for (const MeasureId id :
       {MeasureId::rid, MeasureId::pil, MeasureId::brmae, MeasureId::ks_mean}) {
    EXPECT_NE(std::ranges::find(left_out, id), left_out.end()) << name_of(id);
  }
  EXPECT_EQ(std::ranges::find(left_out, MeasureId::overall_score), left_out.end());
}

// The names of results that others read: design section 4.
TEST(Measures, AreGroupedAsThePaperGroupsThem) {
  const auto names = [](Group group) {
    std::vector<std::string> found;
    for (const Measure& measure : measures()) {
      if (measure.group() == group) found.push_back(measure.name);
    }
    return found;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(Group::risk), (Names{"dbrl", "rid", "sdid"}));
  EXPECT_EQ(names(Group::loss), (Names{"ps", "pil", "mae", "mse", "brmae", "brmse"}));
  EXPECT_EQ(names(Group::score), (Names{"risk", "loss", "overall"}));
}

}  // namespace
}  // namespace overhand::evaluation
