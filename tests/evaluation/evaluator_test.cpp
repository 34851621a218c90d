#include "overhand/evaluation/evaluator.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "overhand/evaluation/pairings.h"
#include "overhand/masking/methods.h"
#include "support/mixed.h"
#include "support/profiles.h"
#include "support/stopping.h"

namespace overhand::evaluation {
namespace {

Evaluation evaluated(const Table& original, const Table& masked,
                     const std::vector<Pairing>& pairings = {Pairing::row, Pairing::sorted},
                     const EvaluatorOptions& options = {}) {
  const auto evaluator = Evaluator::prepare(original, options);
  EXPECT_TRUE(evaluator) << evaluator.error().message;
  auto result = evaluator->evaluate(masked, {pairings});
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

masking::Masked shuffled(const Table& original, std::int64_t bins) {
  const testing::Seeded seeded(3);
  return *(*masking::find_method("sjppds"))->mask(original, {{"bins", bins}}, seeded.context);
}

std::vector<Measurement> all_of(const Evaluation& evaluation) {
  std::vector<Measurement> all;
  for (const Measurements& measured : evaluation.by_pairing) {
    all.insert(all.end(), measured.all.begin(), measured.all.end());
  }
  return all;
}

// By its true sources where it has them: what a release would be held to.
Result<Evaluation> evaluate(const Evaluator& evaluator, const masking::Masked& masked,
                            const Progress& progress = {}) {
  const auto& sjppds = **masking::find_method("sjppds");
  return evaluator.evaluate(masked.table, asked_of(sjppds, masked), progress);
}

void expect_sane(const Evaluation& evaluation) {
  for (const Measurement& one : all_of(evaluation)) {
    const Measure& measure = measure_of(one.id);
    EXPECT_TRUE(std::isfinite(one.value)) << measure.name;
    EXPECT_GE(one.value, measure.range.low) << measure.name;
    EXPECT_LE(one.value, measure.range.high * (1 + 1e-12)) << measure.name;
  }
}

void expect_no_loss(const Measurements& measured) {
  for (const Measurement& one : in_group(measured, Group::loss)) {
    EXPECT_NEAR(one.value, 0, 1e-9) << name_of(one.id);
  }
  for (const MeasureId id : {MeasureId::pearson_largest, MeasureId::spearman_largest,
                             MeasureId::ks_largest, MeasureId::il1s}) {
    EXPECT_EQ(value_of(measured, id), 0) << name_of(id);
  }
}

TEST(Evaluator, TheIdentityRisksAllAndLosesNothing) {
  for (const Table& table :
       {testing::normal_table(150, 4, 1), testing::tied_table(150, 4, 5, 2),
        testing::table_of({{0.1, 0.1, 0.1}, {1, 2, 3}}), testing::table_of({{1, 2}}),
        testing::table_of({{1e300, 2, 3, 4}, {1, 1, 2, 2}}), testing::mixed_table(150, 3)}) {
    const Evaluation result = evaluated(table, table);
    expect_sane(result);
    const Measurements& row = *find_pairing(result, Pairing::row);
    for (const Measurement& one : in_group(row, Group::risk)) {
      EXPECT_DOUBLE_EQ(one.value, 1) << name_of(one.id);
    }
    expect_no_loss(row);
    expect_no_loss(*find_pairing(result, Pairing::sorted));
    EXPECT_NEAR(value_of(row, MeasureId::overall_score), 0.5, 1e-9);
  }
}

TEST(Evaluator, ScoresAreThoseOfThePaper) {
  const Table original = testing::normal_table(200, 3, 3);
  const Evaluation result = evaluated(original, testing::with_noise(original, 20, 1));
  for (const Measurements& f : result.by_pairing) {
    const double risk = (value_of(f, MeasureId::dbrl) + value_of(f, MeasureId::rid) +
                         value_of(f, MeasureId::sdid)) /
                        6;
    const double loss = (value_of(f, MeasureId::ps) + value_of(f, MeasureId::pil)) / 6 +
                        (value_of(f, MeasureId::brmae) + value_of(f, MeasureId::brmse)) / 12;
    EXPECT_GT(loss, 0.001);
    EXPECT_NEAR(value_of(f, MeasureId::overall_score), risk + loss, 1e-14);
    EXPECT_NEAR(value_of(f, MeasureId::risk_score), 2 * risk, 1e-14);
    EXPECT_NEAR(value_of(f, MeasureId::loss_score), 2 * loss, 1e-14);
  }
}

TEST(Evaluator, MeasuresByTrueSourceAndSortedSideBySide) {
  const Table original = testing::normal_table(500, 5, 4);
  const auto evaluator = Evaluator::prepare(original);
  const auto result = evaluate(*evaluator, shuffled(original, 50));
  ASSERT_TRUE(result);
  ASSERT_EQ(result->by_pairing.size(), 2U);
  EXPECT_EQ(name_of(result->by_pairing[0].pairing), "lineage");
  EXPECT_EQ(label_of(result->by_pairing[1].pairing), "sorted, as in the paper");
  // The sorted pairing hides the sources: few linked where in truth nearly all are.
  EXPECT_GT(value_of(result->by_pairing[0], MeasureId::dbrl), 0.9);
  EXPECT_LT(value_of(result->by_pairing[1], MeasureId::dbrl), 0.3);
}

TEST(Evaluator, MeasuresMixedTables) {
  const Table original = testing::mixed_table(500, 1);
  const Evaluation noisy = evaluated(original, testing::noisy_mixture(original, 2));
  expect_sane(noisy);
  EXPECT_EQ(noisy.columns, 6U);
  EXPECT_FALSE(noisy.notes.empty());
  const Measurements& row = noisy.by_pairing.front();
  EXPECT_GT(value_of(row, MeasureId::dbrl), 0.2);
  EXPECT_LT(value_of(row, MeasureId::dbrl), 0.9);
  for (const MeasureId id : {MeasureId::ps, MeasureId::pil, MeasureId::brmae, MeasureId::tv_mean,
                             MeasureId::association_mean}) {
    EXPECT_GT(value_of(row, id), 0) << name_of(id);
    EXPECT_LT(value_of(row, id), 0.6) << name_of(id);
  }
  EXPECT_EQ(value_of(row, MeasureId::new_level), 0);
  EXPECT_EQ(value_of(row, MeasureId::new_gap), 0);
}

// Each column shuffled on its own: nothing is lost of any column, all of how they go together.
TEST(Evaluator, SeesWhatBelongsTogetherInMixedTables) {
  const Table original = testing::mixed_table(1000, 4);
  Table shuffled = original;
  for (std::uint32_t j = 0; j < shuffled.column_count(); ++j) {
    std::vector<Row> rows = same_rows(1000);
    std::ranges::rotate(rows, rows.begin() + 17 * (j + 1));
    shuffled.columns()[j] = gather(shuffled.columns()[j], rows);
  }
  const auto result = evaluated(original, shuffled);
  const Measurements& row = result.by_pairing.front();
  EXPECT_EQ(value_of(row, MeasureId::tv_largest), 0);
  EXPECT_EQ(value_of(row, MeasureId::ks_largest), 0);
  EXPECT_GT(value_of(row, MeasureId::association_largest), 0.3);
  EXPECT_GT(value_of(row, MeasureId::ps), 0.1);  // by the products
  EXPECT_LT(value_of(row, MeasureId::dbrl), 0.05);
}

TEST(Evaluator, SaysOfNewLevelsAndNewGaps) {
  const Table original({{"sex", Texts{"f", "m", "f", "m"}}, {"x", Reals{1, 2, 3, 4}}});
  const Table masked({{"sex", Texts{"f", "other", "f", "m"}}, {"x", Reals{1, 2, missing_real, 4}}});
  const auto result = evaluated(original, masked);
  const Measurements& row = result.by_pairing.front();
  EXPECT_EQ(value_of(row, MeasureId::new_level), 0.25);
  EXPECT_EQ(value_of(row, MeasureId::new_gap), 0.25);
  EXPECT_EQ(value_of(row, MeasureId::implausible), 0.5);
  EXPECT_EQ(value_of(row, MeasureId::tv_largest), 0.25);  // both columns: one record in four
}

// Gaps where the original has none: measured as a mixed table, by an evaluator made for numbers.
TEST(Evaluator, TakesGapsThatTheOriginalHasNot) {
  const Table original = testing::normal_table(100, 3, 2);
  Table masked = testing::with_noise(original, 10, 3);
  testing::set_real(masked.columns()[1], 7, missing_real);
  const auto result = evaluated(original, masked);
  expect_sane(result);
  EXPECT_DOUBLE_EQ(value_of(result.by_pairing.front(), MeasureId::new_gap), 0.01);
}

TEST(Evaluator, OfCategoriesAloneScoresByWhatIsThere) {
  const Table original({{"a", Texts{"x", "y", "x", "z"}}, {"b", Texts{"1", "2", "2", "1"}}});
  const auto result = evaluated(original, original);
  const Measurements& row = result.by_pairing.front();
  EXPECT_EQ(value_of(row, MeasureId::risk_score), value_of(row, MeasureId::dbrl));
  EXPECT_NEAR(value_of(row, MeasureId::overall_score), 0.5, 1e-9);
}

TEST(Evaluator, MatchesColumnsByNameAndLeavesKeptOnesOut) {
  Table original = testing::normal_table(100, 3, 5);
  original.columns()[1].role = Role::keep;
  Table masked = testing::with_noise(original, 30, 2);
  const auto before = all_of(evaluated(original, masked));
  std::swap(masked.columns()[0], masked.columns()[2]);
  masked.columns()[1] = with_values(masked.columns()[1], Reals(100, 0));
  const Evaluation result = evaluated(original, masked);
  const auto after = all_of(result);
  EXPECT_EQ(result.columns, 2U);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].value, after[i].value);
}

TEST(Evaluator, IsTheSameForAnyNumberOfThreads) {
  const Table original = testing::normal_table(10000, 4, 6);
  const masking::Masked masked = shuffled(original, 20);
  const auto values = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    Reals numbers;
    const auto evaluator = Evaluator::prepare(original);
    for (const Measurement& one : all_of(*evaluate(*evaluator, masked))) {
      numbers.push_back(one.value);
    }
    return numbers;
  };
  const Reals one = values(1);
  EXPECT_EQ(values(8), one);
}

TEST(Evaluator, ServesManyThreadsAtOnce) {
  const Table original = testing::normal_table(300, 3, 7);
  const auto evaluator = Evaluator::prepare(original);
  Reals overall(64);
  tbb::parallel_for(0, 64, [&](int i) {
    const auto result =
        evaluator->evaluate(testing::with_noise(original, 1 + i % 2, 9), {{Pairing::sorted}});
    overall[static_cast<std::size_t>(i)] =
        value_of(result->by_pairing[0], MeasureId::overall_score);
  });
  EXPECT_NE(overall[0], overall[1]);
  for (std::size_t i = 2; i < overall.size(); ++i) EXPECT_EQ(overall[i], overall[i % 2]);
}

TEST(Evaluator, SamplesLinkageInLargeTablesAndSaysHowSure) {
  const Table original = testing::normal_table(3000, 3, 8);
  const Table masked = testing::with_noise(original, 10, 3);
  EvaluatorOptions options;
  const double exact = value_of(evaluated(original, masked).by_pairing[0], MeasureId::dbrl);
  options.linkage = {.largest_exact = 1000, .sample = 400};
  const Measurement sampled = measurement_of(
      evaluated(original, masked, {Pairing::row}, options).by_pairing[0], MeasureId::dbrl);
  ASSERT_TRUE(sampled.interval && sampled.sample);
  EXPECT_EQ(*sampled.sample, 400U);
  EXPECT_LT(sampled.interval->low, sampled.value);
  EXPECT_GT(sampled.interval->high, sampled.value);
  EXPECT_NEAR(sampled.value, exact, 0.1);  // 4 sd of a share of 400: error probability 6e-5
  options.linkage.exact = true;
  EXPECT_EQ(
      value_of(evaluated(original, masked, {Pairing::row}, options).by_pairing[0], MeasureId::dbrl),
      exact);
}

TEST(Evaluator, ComparesTablesOfDifferentSizesWithoutPairing) {
  const auto evaluator = Evaluator::prepare(testing::normal_table(100, 2, 9));
  const auto result = evaluator->evaluate(testing::normal_table(60, 2, 10), {{Pairing::none}});
  ASSERT_TRUE(result) << result.error().message;
  expect_sane(*result);
  EXPECT_EQ(result->masked_rows, 60U);
  EXPECT_EQ(result->by_pairing[0].pairing, Pairing::none);
  for (const Measurement& one : result->by_pairing[0].all) {
    EXPECT_FALSE(measure_of(one.id).needs_pairing()) << name_of(one.id);
  }
  EXPECT_GT(value_of(result->by_pairing[0], MeasureId::pil), 0);
}

std::string error_of(const Table& masked, Pairing pairing, const Lineage* lineage = nullptr) {
  const auto evaluator = Evaluator::prepare(testing::table_of({{1, 2, 3}, {4, 5, 7}}));
  const auto result = evaluator->evaluate(masked, {{pairing}, lineage});
  return result ? "" : result.error().message;
}

TEST(Evaluator, SaysWhatIsWrong) {
  const Table same = testing::table_of({{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(error_of(testing::table_of({{1, 2}, {3, 4}}), Pairing::row),
            "Records can be paired only between tables of the same size, and the original has 3 "
            "records, the masked table 2.");
  EXPECT_EQ(error_of(testing::table_of({{1, 2, 3}}), Pairing::row),
            "The masked table has no column 'x2'.");
  EXPECT_EQ(error_of(testing::table_of({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), Pairing::row),
            "The masked table has a column 'x3' that the original has not.");
  EXPECT_EQ(error_of(same, Pairing::lineage),
            "There is no lineage: this masking made records without a source.");
  const Lineage shorter = {0, 1};
  const Lineage beyond = {0, 3, 1};
  EXPECT_EQ(error_of(same, Pairing::lineage, &shorter),
            "The lineage names the sources of 2 records, and there are 3.");
  EXPECT_EQ(error_of(same, Pairing::lineage, &beyond),
            "The lineage of record 2 names no record of the original.");
}

TEST(Evaluator, NamesTheTermsThatThePropensityModelLeavesOut) {
  const Table original =
      testing::table_of({{1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18, 19}, Reals(15, 2.0)});
  const Evaluation result = evaluated(original, testing::with_noise(original, 50, 4));
  ASSERT_FALSE(result.notes.empty());
  EXPECT_EQ(result.notes[0],
            "The propensity model leaves out terms that are combinations of others: x2, x2^2, "
            "x1*x2.");
}

// docs/guide/measures.md, "Edge cases": nothing crashes, nothing is NaN, scores stay in [0, 1].
TEST(Evaluator, IsDefinedOnExtremeTables) {
  const std::vector<std::pair<Table, Table>> pairs = {
      {testing::table_of({{1, 2}}), testing::table_of({{2, 1}})},
      {testing::table_of({{1, 2}, {3, 4}}), testing::table_of({{5, 5}, {6, 7}})},
      {testing::table_of({{5, 5, 5}, {5, 5, 5}}), testing::table_of({{6, 6, 6}, {5, 5, 5}})},
      {testing::table_of({{1, 2, 3, 4}}), testing::table_of({{1e300, 2, 3, -1e300}})},
      {testing::table_of({{1e300, -1e300, 3, 4}, {1, 2, 3, 4}}),
       testing::table_of({{1, 2, 3, 4}, {1.7e308, -1.7e308, 1, 0}})},
      {testing::table_of({{1e-300, 2e-300, 3e-300}}), testing::table_of({{1, 2, 3}})},
      {testing::table_of({{5e-324, 0, 0}}), testing::table_of({{0, 5e-324, 0}})},
      {testing::tied_table(80, 4, 2, 1), testing::tied_table(80, 4, 2, 2)},
      {testing::tied_table(40, 3, 1, 1), testing::normal_table(40, 3, 2)},
      {testing::normal_table(3, 12, 1), testing::normal_table(3, 12, 2)},
  };
  for (const auto& [original, masked] : pairs) {
    expect_sane(evaluated(original, masked));
    expect_sane(evaluated(masked, original));
    expect_sane(evaluated(original, masked, {Pairing::row}, {.ps = utility::PsFit::glm}));
  }
}

// The measures do not depend on the unit, however large or small: only MAE and MSE do.
TEST(Evaluator, DoesNotDependOnTheUnit) {
  const Table original = testing::normal_table(60, 3, 12);
  const Table masked = testing::with_noise(original, 10, 5);
  const Evaluation expected = evaluated(original, masked);
  for (const double unit : {0x1p-1000, 0x1p-300, 0x1p-10, 0x1p300, 0x1p1000}) {
    Table x = original;
    Table m = masked;
    for (Table* table : {&x, &m}) {
      testing::change_each(table->columns()[1], [&](double& value) { value *= unit; });
    }
    const Evaluation result = evaluated(x, m);
    for (std::size_t f = 0; f < result.by_pairing.size(); ++f) {
      for (const MeasureId id :
           {MeasureId::ps, MeasureId::pil, MeasureId::brmae, MeasureId::brmse}) {
        EXPECT_NEAR(value_of(result.by_pairing[f], id), value_of(expected.by_pairing[f], id), 1e-9);
      }
      for (const MeasureId id : {MeasureId::dbrl, MeasureId::rid, MeasureId::sdid}) {
        EXPECT_EQ(value_of(result.by_pairing[f], id), value_of(expected.by_pairing[f], id));
      }
    }
  }
}

// Profiles, neighbours, the propensity model and the paired measures: all can be stopped.
TEST(Evaluator, StopsInItsMidst) {
  constexpr int never = 1 << 30;
  const Table original = testing::normal_table(20000, 3, 1);
  const testing::Seeded seeded(2);
  const auto masked = (*masking::find_method("cell_rotate"))->mask(original, {}, seeded.context);
  const testing::StopsAt while_preparing(never);
  const auto evaluator = Evaluator::prepare(original, {}, while_preparing.progress());
  EXPECT_GE(while_preparing.questions(), 50);
  const auto evaluate_it = [&](const Progress& progress) {
    return evaluate(*evaluator, *masked, progress);
  };
  const testing::StopsAt while_evaluating(never);
  ASSERT_TRUE(evaluate_it(while_evaluating.progress()));
  EXPECT_GE(while_evaluating.questions(), 300);
  for (const int part : {0, 1, 3, 7, 9}) {
    const testing::StopsAt early(1 + while_preparing.questions() * part / 10);
    const auto prepared = Evaluator::prepare(original, {}, early.progress());
    ASSERT_FALSE(prepared) << part;
    EXPECT_EQ(prepared.error().kind, ErrorKind::cancelled);
    const testing::StopsAt late(1 + while_evaluating.questions() * part / 10);
    const auto result = evaluate_it(late.progress());
    ASSERT_FALSE(result) << part;
    EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
  }
  EXPECT_TRUE(evaluate_it(Progress()));  // and can be asked again
}

}  // namespace
}  // namespace overhand::evaluation
