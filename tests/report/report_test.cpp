// The report as JSON: its sections, and that making it can be watched and stopped.
#include "overhand/report/report.h"

#include <gtest/gtest.h>

#include "overhand/evaluation/evaluator.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/masking/methods.h"
#include "support/stopping.h"
#include "support/tables.h"

namespace overhand::report {
namespace {

// A masked table with its evaluation.
struct Case {
  explicit Case(bool isolation) : original(testing::normal_table(60, 3, 1)) {
    const testing::Seeded seeded(2);
    const masking::Method& method = **masking::find_method("cell_rotate");
    masked = *masking::mask(method, original, {}, seeded.context);
    const auto evaluator = evaluation::Evaluator::prepare(original);
    evaluation =
        *evaluator->evaluate(masked.table, evaluation::asked_of(method, masked, isolation));
  }
  Result<Json> report(const Progress& progress = {}, Audience audience = Audience::external) const {
    const risk::KeptColumns kept = evaluation::kept_in(original, masked);
    return report_json({original, masked, evaluation, kept}, audience, progress);
  }

  Table original;
  masking::Masked masked;
  evaluation::Evaluation evaluation;
};

std::vector<std::string> sections(const Json& report) {
  std::vector<std::string> ids;
  for (const Json& section : report.at("sections")) ids.push_back(section.at("id"));
  return ids;
}

TEST(Report, ShowsWhereTheRiskSitsWhereThatWasMeasured) {
  using Ids = std::vector<std::string>;
  EXPECT_EQ(sections(*Case(true).report()),
            (Ids{"measures", "margins", "correlations", "pairs", "riskiest"}));
  EXPECT_EQ(sections(*Case(false).report()), (Ids{"measures", "margins", "correlations", "pairs"}));
}

TEST(Report, NamesEveryMeasureOnceForEachPairing) {
  const Case shown(false);
  const Json report = *shown.report({}, Audience::internal);
  const Json& rows = report["sections"][0]["figures"][0]["table"]["rows"];
  const auto measured = shown.evaluation.by_pairing.front().all.size();
  EXPECT_GT(measured, 20U);
  EXPECT_EQ(rows.size(), 2 * measured);
  EXPECT_EQ(rows[0][0], "dbrl");
}

// One value that is far from all others could be computed from them.
TEST(Report, ErrorsInTheColumnsOwnUnitsAreForTheOwner) {
  const Case shown(false);
  const Json report = *shown.report();
  const Json& rows = report["sections"][0]["figures"][0]["table"]["rows"];
  EXPECT_EQ(rows.size(), 2 * shown.evaluation.by_pairing.front().all.size() - 4);
  for (const Json& row : rows) {
    EXPECT_NE(row[0], "mae");
    EXPECT_NE(row[0], "mse");
  }
}

TEST(Report, TellsHowFarItIsAndStops) {
  std::size_t last = 0;
  const Progress watched([&](const std::string&, std::size_t done, std::size_t) { last = done; },
                         {});
  ASSERT_TRUE(Case(true).report(watched));
  EXPECT_EQ(last, 4U);
  const testing::StopsAt early(3);
  const auto stopped = Case(true).report(early.progress());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::cancelled);
}

}  // namespace
}  // namespace overhand::report
