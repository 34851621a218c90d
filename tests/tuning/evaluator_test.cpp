#include "overhand/tuning/evaluator.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "overhand/masking/methods.h"
#include "overhand/risk/measures.h"
#include "overhand/utility/measures.h"
#include "support/profiles.h"
#include "support/stopping.h"

namespace overhand::tuning {
namespace {

Evaluation evaluated(const Table& original, const Table& masked,
                     const std::vector<Pairing>& pairings = {Pairing::row, Pairing::sorted},
                     const EvaluatorOptions& options = {}) {
  const auto evaluator = Evaluator::prepare(original, options);
  EXPECT_TRUE(evaluator) << evaluator.error().message;
  auto result = evaluator->evaluate(masked, pairings);
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

masking::Masked shuffled(const Table& original, std::int64_t bins) {
  const testing::Seeded seeded(3);
  return *(*masking::find_method("sjppds"))->mask(original, {{"bins", bins}}, seeded.context);
}

Values all_values(const Evaluation& evaluation) {
  Values all;
  for (const Figures& figures : evaluation.figures) {
    for (const Values* values : {&figures.risk, &figures.loss, &figures.score, &figures.beside}) {
      all.insert(all.end(), values->begin(), values->end());
    }
  }
  return all;
}

void expect_sane(const Evaluation& evaluation) {
  for (const Value& value : all_values(evaluation)) {
    EXPECT_TRUE(std::isfinite(value.value)) << value.name;
    EXPECT_GE(value.value, 0) << value.name;
  }
  for (const Figures& figures : evaluation.figures) {
    for (const Value& value : figures.score) EXPECT_LE(value.value, 1) << value.name;
  }
}

void expect_no_loss(const Figures& figures) {
  for (const Value& loss : figures.loss) EXPECT_NEAR(loss.value, 0, 1e-9) << loss.name;
  for (const char* name : {"pearson_largest", "spearman_largest", "ks_largest", "il1s"}) {
    EXPECT_EQ(value_of(figures.beside, name), 0) << name;
  }
}

TEST(Evaluator, TheIdentityRisksAllAndLosesNothing) {
  for (const Table& table :
       {testing::normal_table(150, 4, 1), testing::tied_table(150, 4, 5, 2),
        testing::table_of({{0.1, 0.1, 0.1}, {1, 2, 3}}), testing::table_of({{1, 2}}),
        testing::table_of({{1e300, 2, 3, 4}, {1, 1, 2, 2}})}) {
    const Evaluation result = evaluated(table, table);
    expect_sane(result);
    const Figures& row = *find_figures(result, Pairing::row);
    for (const Value& risk : row.risk) EXPECT_DOUBLE_EQ(risk.value, 1) << risk.name;
    expect_no_loss(row);
    expect_no_loss(*find_figures(result, Pairing::sorted));
    EXPECT_NEAR(value_of(row.score, "overall"), 0.5, 1e-9);
  }
}

TEST(Evaluator, ScoresAreThoseOfThePaper) {
  const Table original = testing::normal_table(200, 3, 3);
  const Evaluation result = evaluated(original, testing::with_noise(original, 20, 1));
  for (const Figures& f : result.figures) {
    const double risk = (f.risk[0].value + f.risk[1].value + f.risk[2].value) / 6;
    const double loss = (value_of(f.loss, "ps") + value_of(f.loss, "pil")) / 6 +
                        (value_of(f.loss, "brmae") + value_of(f.loss, "brmse")) / 12;
    EXPECT_GT(loss, 0.001);
    EXPECT_NEAR(value_of(f.score, "overall"), risk + loss, 1e-14);
    EXPECT_NEAR(value_of(f.score, "risk"), 2 * risk, 1e-14);
    EXPECT_NEAR(value_of(f.score, "loss"), 2 * loss, 1e-14);
  }
}

TEST(Evaluator, GivesSortedAndLineageFiguresSideBySide) {
  const Table original = testing::normal_table(500, 5, 4);
  const auto evaluator = Evaluator::prepare(original);
  const auto result = evaluator->evaluate(shuffled(original, 50));
  ASSERT_TRUE(result);
  ASSERT_EQ(result->figures.size(), 2U);
  EXPECT_EQ(label_of(result->figures[0].pairing), "sorted, as in the paper");
  EXPECT_EQ(name_of(result->figures[1].pairing), "lineage");
  // The sorted figure hides the sources: few linked where in truth nearly all are.
  EXPECT_LT(value_of(result->figures[0].risk, "dbrl"), 0.3);
  EXPECT_GT(value_of(result->figures[1].risk, "dbrl"), 0.9);
}

TEST(Evaluator, MatchesColumnsByNameAndLeavesKeptOnesOut) {
  Table original = testing::normal_table(100, 3, 5);
  original.columns()[1].role = Role::keep;
  Table masked = testing::with_noise(original, 30, 2);
  const Values before = all_values(evaluated(original, masked));
  std::swap(masked.columns()[0], masked.columns()[2]);
  masked.columns()[1].values = Reals(100, 0);
  const Evaluation result = evaluated(original, masked);
  const Values after = all_values(result);
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
    for (const Value& value : all_values(*evaluator->evaluate(masked)))
      numbers.push_back(value.value);
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
        evaluator->evaluate(testing::with_noise(original, 1 + i % 2, 9), {Pairing::sorted});
    overall[static_cast<std::size_t>(i)] = value_of(result->figures[0].score, "overall");
  });
  EXPECT_NE(overall[0], overall[1]);
  for (std::size_t i = 2; i < overall.size(); ++i) EXPECT_EQ(overall[i], overall[i % 2]);
}

TEST(Evaluator, SamplesLinkageInLargeTablesAndSaysHowSure) {
  const Table original = testing::normal_table(3000, 3, 8);
  const Table masked = testing::with_noise(original, 10, 3);
  EvaluatorOptions options;
  const double exact = evaluated(original, masked).figures[0].risk[0].value;
  options.linkage = {.largest_exact = 1000, .sample = 400};
  const Value sampled = evaluated(original, masked, {Pairing::row}, options).figures[0].risk[0];
  ASSERT_TRUE(sampled.interval && sampled.sample);
  EXPECT_EQ(*sampled.sample, 400U);
  EXPECT_LT(sampled.interval->low, sampled.value);
  EXPECT_GT(sampled.interval->high, sampled.value);
  EXPECT_NEAR(sampled.value, exact, 0.1);  // 4 sd of a share of 400: error probability 6e-5
  options.linkage.exact = true;
  EXPECT_EQ(evaluated(original, masked, {Pairing::row}, options).figures[0].risk[0].value, exact);
}

TEST(Evaluator, ComparesTablesOfDifferentSizesWithoutPairing) {
  const auto evaluator = Evaluator::prepare(testing::normal_table(100, 2, 9));
  const masking::Masked smaller{testing::normal_table(60, 2, 10), std::nullopt};
  const auto result = evaluator->evaluate(smaller);
  ASSERT_TRUE(result) << result.error().message;
  expect_sane(*result);
  EXPECT_EQ(result->masked_rows, 60U);
  EXPECT_EQ(result->figures[0].pairing, Pairing::none);
  EXPECT_TRUE(result->figures[0].risk.empty());
  EXPECT_TRUE(result->figures[0].score.empty());
  EXPECT_GT(value_of(result->figures[0].loss, "pil"), 0);
}

std::string error_of(const Table& masked, Pairing pairing,
                     const masking::Lineage* lineage = nullptr) {
  const auto evaluator = Evaluator::prepare(testing::table_of({{1, 2, 3}, {4, 5, 7}}));
  const auto result = evaluator->evaluate(masked, {pairing}, lineage);
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
  const masking::Lineage shorter = {0, 1};
  const masking::Lineage beyond = {0, 3, 1};
  EXPECT_EQ(error_of(same, Pairing::lineage, &shorter),
            "The lineage names the sources of 2 records, and there are 3.");
  EXPECT_EQ(error_of(same, Pairing::lineage, &beyond),
            "The lineage of record 2 names no record of the original.");
}

TEST(Evaluator, NamesTheTermsThatThePropensityModelLeavesOut) {
  const Table original = testing::table_of({{1, 2, 3, 4, 5, 7}, {2, 2, 2, 2, 2, 2}});
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
      for (double& value : std::get<Reals>(table->columns()[1].values)) value *= unit;
    }
    const Evaluation result = evaluated(x, m);
    for (std::size_t f = 0; f < result.figures.size(); ++f) {
      for (const char* name : {"ps", "pil", "brmae", "brmse"}) {
        EXPECT_NEAR(value_of(result.figures[f].loss, name),
                    value_of(expected.figures[f].loss, name), 1e-9);
      }
      for (const char* name : {"dbrl", "rid", "sdid"}) {
        EXPECT_EQ(value_of(result.figures[f].risk, name), value_of(expected.figures[f].risk, name));
      }
    }
  }
}

TEST(Catalogue, NamesEveryMeasureOfAnEvaluationAndNoOther) {
  std::vector<std::string> listed;
  for (const auto* list : {&risk::measures(), &utility::measures()}) {
    for (const auto& measure : *list) {
      listed.push_back(measure.name);
      EXPECT_FALSE(measure.summary.empty() || measure.formula.empty() || measure.scale.empty() ||
                   measure.reference.empty())
          << measure.name;
    }
  }
  const Table table = testing::normal_table(20, 2, 11);
  const Evaluation result = evaluated(table, table, {Pairing::row});
  std::vector<std::string> found;
  for (const Value& value : all_values(result)) {
    if (value.name != "risk" && value.name != "loss" && value.name != "overall") {
      found.push_back(value.name);
    }
  }
  std::ranges::sort(listed);
  std::ranges::sort(found);
  EXPECT_EQ(found, listed);
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
  const auto evaluate = [&](const Progress& progress) {
    return evaluator->evaluate(masked->table, {Pairing::lineage, Pairing::sorted},
                               &*masked->lineage, progress);
  };
  const testing::StopsAt while_evaluating(never);
  ASSERT_TRUE(evaluate(while_evaluating.progress()));
  EXPECT_GE(while_evaluating.questions(), 300);
  for (const int part : {0, 1, 3, 7, 9}) {
    const testing::StopsAt early(1 + while_preparing.questions() * part / 10);
    const auto prepared = Evaluator::prepare(original, {}, early.progress());
    ASSERT_FALSE(prepared) << part;
    EXPECT_EQ(prepared.error().kind, ErrorKind::cancelled);
    const testing::StopsAt late(1 + while_evaluating.questions() * part / 10);
    const auto result = evaluate(late.progress());
    ASSERT_FALSE(result) << part;
    EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
  }
  EXPECT_TRUE(evaluate(Progress()));  // and can be asked again
}

}  // namespace
}  // namespace overhand::tuning
