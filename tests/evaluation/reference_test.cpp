// Agreement with the plain R of the reference, measure by measure, on pairs of tables that R made.
#include <gtest/gtest.h>

#include "overhand/evaluation/evaluator.h"
#include "support/csv.h"

namespace overhand::evaluation {
namespace {

using nlohmann::json;
using testing::fixture;
using testing::golden;

constexpr double exact =
    1e-12;  // counts by n: the same fraction, whatever the rounding of the mean

double number(const json& object, const char* name) { return object.at(name).get<double>(); }

void expect_counts(const Measurements& measured, const json& expected) {
  EXPECT_NEAR(value_of(measured, MeasureId::dbrl), number(expected, "DBRL"), exact);
  EXPECT_NEAR(value_of(measured, MeasureId::rid), number(expected, "RID"), exact);
  EXPECT_NEAR(value_of(measured, MeasureId::sdid), number(expected, "SDID"), exact);
}

void expect_errors(const Measurements& measured, const json& expected) {
  for (const auto& [ours, theirs] :
       {std::pair{MeasureId::mae, "MAE"}, std::pair{MeasureId::mse, "MSE"}}) {
    const double value = number(expected, theirs);
    EXPECT_NEAR(value_of(measured, ours), value, 1e-9 * value) << theirs;
  }
}

// Random ties: within 4 standard deviations of R's mean over random ties, which is itself known to
// sd/sqrt(50). Two-sided normal error probability of one comparison about 8e-5; the key is fixed.
void expect_rank_errors(const Measurements& measured, const json& ties) {
  constexpr double rounding = 1e-12;  // where there are no ties
  EXPECT_NEAR(value_of(measured, MeasureId::brmae), number(ties, "brMAE_mean"),
              4 * number(ties, "brMAE_sd") + rounding);
  EXPECT_NEAR(value_of(measured, MeasureId::brmse), number(ties, "brMSE_mean"),
              4 * number(ties, "brMSE_sd") + rounding);
}

// In the sorted and lineage pairings R broke ties by row order, which in sorted tables lays the
// ties of both tables side by side: smaller errors than with random ties, by little where ties are
// few.
void expect_rank_errors_near(const Measurements& measured, const json& expected,
                             double effect_of_ties) {
  EXPECT_NEAR(value_of(measured, MeasureId::brmae), number(expected, "brMAE"), effect_of_ties);
  EXPECT_NEAR(value_of(measured, MeasureId::brmse), number(expected, "brMSE"), effect_of_ties);
}

Lineage lineage_of(const json& one_based) {
  Lineage lineage;
  for (const auto& row : one_based) lineage.push_back(row.get<Row>() - 1);
  return lineage;
}

Evaluation evaluated(const Table& original, const Table& masked,
                     const std::optional<Lineage>& lineage, const EvaluatorOptions& options = {}) {
  const auto evaluator = Evaluator::prepare(original, options);
  EXPECT_TRUE(evaluator);
  std::vector<Pairing> pairings = {Pairing::row, Pairing::sorted};
  if (lineage) pairings.push_back(Pairing::lineage);
  auto result = evaluator->evaluate(masked, {pairings, lineage ? &*lineage : nullptr});
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

TEST(Reference, SyntheticPairsAgree) {
  for (const json& pair : testing::read_json(golden("metrics.json"))) {
    const std::string dataset = pair.at("dataset");
    const std::string mask = pair.at("mask");
    SCOPED_TRACE(dataset + " " + mask);
    const double effect_of_ties = dataset == "ties" ? 0.03 : 0.004;
    std::optional<Lineage> lineage;
    if (pair.contains("lineage")) lineage = lineage_of(pair.at("lineage_source_row_1based"));
    const Evaluation result =
        evaluated(testing::read_csv(golden(dataset + "_original.csv")),
                  testing::read_csv(golden(dataset + "_" + mask + ".csv")), lineage);

    const Measurements& row = *find_pairing(result, Pairing::row);
    const Measurements& sorted = *find_pairing(result, Pairing::sorted);
    expect_counts(row, pair.at("row"));
    expect_counts(sorted, pair.at("sorted"));
    expect_errors(row, pair.at("row"));
    expect_errors(sorted, pair.at("sorted"));
    expect_rank_errors(row, pair.at("br_random_ties_row"));
    expect_rank_errors_near(sorted, pair.at("sorted"), effect_of_ties);
    EXPECT_NEAR(value_of(row, MeasureId::ps), number(pair, "PSx4_damped"), 1e-5);
    EXPECT_NEAR(value_of(row, MeasureId::pil), number(pair.at("PIL"), "PIL"), 1e-6);
    if (lineage) {
      const Measurements& true_sources = *find_pairing(result, Pairing::lineage);
      expect_counts(true_sources, pair.at("lineage"));
      expect_errors(true_sources, pair.at("lineage"));
      expect_rank_errors_near(true_sources, pair.at("lineage"), effect_of_ties);
    }
  }
}

TEST(Reference, CensusPairsAgree) {
  if (!testing::exists(fixture("pair_metrics.json"))) {
    GTEST_SKIP() << "needs " << fixture("pair_metrics.json");
  }
  const json damped = testing::read_json(fixture("pair_PS_damped.json"));
  const Table original = testing::read_csv(fixture("pairs/census_original.csv"));
  for (const json& pair : testing::read_json(fixture("pair_metrics.json"))) {
    const std::string mask = pair.at("mask");
    SCOPED_TRACE(mask);
    std::optional<Lineage> lineage;
    if (pair.contains("lineage_direct")) lineage = lineage_of(pair.at("lineage_id_1based"));
    const Evaluation result =
        evaluated(original, testing::read_csv(fixture("pairs/census_" + mask + ".csv")), lineage);

    const Measurements& row = *find_pairing(result, Pairing::row);
    const Measurements& sorted = *find_pairing(result, Pairing::sorted);
    expect_counts(row, pair.at("direct"));
    expect_counts(sorted, pair.at("averaged_sorted"));
    expect_errors(row, pair.at("direct"));
    expect_errors(sorted, pair.at("averaged_sorted"));
    expect_rank_errors(row, pair.at("direct_br_random_ties"));
    expect_rank_errors_near(sorted, pair.at("averaged_sorted"), 0.004);
    EXPECT_NEAR(value_of(row, MeasureId::ps), number(damped.at("census_" + mask), "PSx4"), 1e-5);
    EXPECT_NEAR(value_of(row, MeasureId::pil), number(pair.at("PIL_varorig"), "PIL"), 1e-6);
    EXPECT_NEAR(value_of(row, MeasureId::drisk), number(pair.at("sdcMicro"), "dRisk_k0.05"), exact);
    const double il1s = number(pair.at("sdcMicro"), "dUtility_IL1s");
    EXPECT_NEAR(value_of(row, MeasureId::il1s), il1s, 1e-9 * il1s);
    if (lineage) expect_counts(*find_pairing(result, Pairing::lineage), pair.at("lineage_direct"));
  }
}

TEST(Reference, UndampedFitIsThatOfGlm) {
  if (!testing::exists(fixture("pair_metrics.json"))) {
    GTEST_SKIP() << "needs " << fixture("pair_metrics.json");
  }
  const Table original = testing::read_csv(fixture("pairs/census_original.csv"));
  for (const json& pair : testing::read_json(fixture("pair_metrics.json"))) {
    const std::string mask = pair.at("mask");
    SCOPED_TRACE(mask);
    const Evaluation result =
        evaluated(original, testing::read_csv(fixture("pairs/census_" + mask + ".csv")),
                  std::nullopt, {.ps = utility::PsFit::glm});
    EXPECT_NEAR(value_of(result.by_pairing.front(), MeasureId::ps), number(pair.at("PS"), "PSx4"),
                1e-6);
  }
}

}  // namespace
}  // namespace overhand::evaluation
