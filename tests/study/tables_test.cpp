// The tables and pages of the study, from made-up results whose cells are known.
#include "overhand/study/tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "overhand/study/page.h"
#include "overhand/study/report.h"
#include "overhand/study/standings_internal.h"

namespace overhand::study {
namespace {

using evaluation::MeasureId;
using evaluation::Measurements;
using evaluation::Pairing;
using tuning::Point;
using tuning::Reading;

Measurements measurements(Pairing pairing, double dbrl, double overall) {
  return {pairing,
          {{MeasureId::dbrl, dbrl},
           {MeasureId::rid, 0.01},
           {MeasureId::sdid, 0.02},
           {MeasureId::ps, 0.03},
           {MeasureId::pil, 0.04},
           {MeasureId::mae, 5},
           {MeasureId::mse, 6},
           {MeasureId::brmae, 0.07},
           {MeasureId::brmse, 0.08},
           {MeasureId::risk_score, 0.09},
           {MeasureId::loss_score, 0.1},
           {MeasureId::overall_score, overall},
           {MeasureId::ks_largest, 0}}};
}

// By true source the risk is three times as high.
Point point(masking::OptionValues options, double dbrl, double overall) {
  Point made;
  made.options = std::move(options);
  made.replicates = {{measurements(Pairing::lineage, 3 * dbrl, 2 * overall),
                      measurements(Pairing::sorted, dbrl, overall)}};
  tuning::set_medians(made);
  return made;
}
Point bins(std::int64_t count, double dbrl, double overall) {
  return point({{"bins", count}}, dbrl, overall);
}
Point percent(double share, double dbrl, double overall) {
  return point({{"percent", share}}, dbrl, overall);
}

ExperimentResult experiment(std::vector<MethodResult> methods) {
  return {"census", "Census", 1080, 12, 1, 30, std::move(methods)};
}

MethodResult of(const char* name, std::vector<Point> points) {
  return method_result(entrant_named(name), {std::move(points)});
}

Study small_study() {
  Study study{};
  study.seed = 7;
  study.size = {30, 30, 30};
  study.experiments.push_back(
      experiment({of("sjppds", {bins(10, 0.01, 0.3), bins(100, 0.08, 0.08)}),
                  of("noise", {percent(20, 0.5, 0.1), percent(69, 0.15, 0.2)}),
                  of("mdav", {point({{"k", std::int64_t{3}}}, 0.9, 0.05)})}));
  return study;
}

// Fields of a line as RFC 4180 has them.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      is_quoted = !is_quoted;
    } else if (line[i] == ',' && !is_quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  EXPECT_FALSE(is_quoted) << line;
  return fields;
}

using Row = std::map<std::string, std::string>;

std::vector<Row> rows_of(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  const auto names = fields_of(line);
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    const auto fields = fields_of(line);
    EXPECT_EQ(fields.size(), names.size()) << line;
    Row row;
    for (std::size_t j = 0; j < std::min(names.size(), fields.size()); ++j) {
      row[names[j]] = fields[j];
    }
    rows.push_back(row);
  }
  return rows;
}

std::vector<Row> table(const Study& study, const std::string& name) {
  const auto files = tables_of(study);
  const auto found = std::ranges::find(files, name, &CsvFile::name);
  if (found == files.end()) {
    ADD_FAILURE() << "no " << name;
    return {};
  }
  return rows_of(found->text);
}

TEST(StudyTables, AreThoseOfWhatWasRun) {
  const auto names_in = [](const Study& study) {
    std::vector<std::string> names;
    for (const auto& file : tables_of(study)) names.push_back(file.name);
    return names;
  };
  EXPECT_TRUE(names_in(Study{}).empty());
  Study study = small_study();
  EXPECT_EQ(names_in(study), (std::vector<std::string>{"census_scores.csv", "census_grid.csv",
                                                       "census_replicates.csv"}));
  study.thresholds = thresholds(study.experiments[0]);
  study.unsorted = {{"census", "Census", "sjppds", 0.1, 0.2, std::nullopt}};
  study.timings = {{"rows", "noise", {10, 2, 3}, {0.5, 0.25}}};
  const auto names = names_in(study);
  for (const char* more :
       {"thresholds.csv", "thresholds_curve.csv", "unsorted.csv", "timing.csv"}) {
    EXPECT_NE(std::ranges::find(names, more), names.end()) << more;
  }
}

TEST(StudyTables, HaveTheChosenSettingsByBothReadings) {
  const auto rows = table(small_study(), "census_scores.csv");
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0].at("reading"), "paper");
  EXPECT_EQ(rows[0].at("method"), "sjppds");
  EXPECT_EQ(rows[0].at("setting"), "bins 100");
  EXPECT_EQ(rows[0].at("pairing"), "sorted");
  EXPECT_EQ(rows[0].at("dbrl"), "0.08");
  EXPECT_EQ(rows[0].at("overall"), "0.08");
  EXPECT_EQ(rows[1].at("setting"), "percent 69");
  EXPECT_EQ(rows[2].at("method"), "mdav");  // over the ceiling, though its score is the lowest
  EXPECT_EQ(rows[2].at("tables_under_ceiling"), "0");
  // three times the risk: sjppds with 100 bins is at 0.24 and falls back on 10
  EXPECT_EQ(rows[3].at("reading"), "honest");
  EXPECT_EQ(rows[3].at("setting"), "bins 10");
  EXPECT_EQ(rows[3].at("pairing"), "lineage");
  EXPECT_EQ(rows[4].at("method"), "noise");
  EXPECT_EQ(rows[4].at("tables_under_ceiling"), "0");
}

TEST(StudyTables, HaveEverySettingAndWhyOneFailed) {
  Study study = small_study();
  Point failed;
  failed.options = {{"percent", 90.0}};
  failed.failure = Error{ErrorKind::invalid_option, "Too much, says \"noise\"."};
  study.experiments[0].methods[1].points.push_back(failed);
  const auto rows = table(study, "census_grid.csv");
  ASSERT_EQ(rows.size(), 2 * 5 + 1U);
  EXPECT_EQ(rows[0].at("setting"), "bins=10");
  EXPECT_EQ(rows[0].at("failure"), "");
  EXPECT_EQ(rows[1].at("reading"), "honest");
  EXPECT_EQ(rows[1].at("dbrl"), "0.03");
  EXPECT_EQ(rows[8].at("reading"), "both");
  EXPECT_EQ(rows[8].at("failure"), "Too much, says \"noise\".");
  EXPECT_EQ(rows[8].at("dbrl"), "");
}

TEST(StudyTables, HaveEveryMaskingOfTheChosenSettings) {
  Study study = small_study();
  auto& chosen = *study.experiments[0].methods[0].as_published;
  chosen.point.replicates.push_back(chosen.point.replicates[0]);
  const auto rows = table(study, "census_replicates.csv");
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(rows[0].at("replicate"), "1");
  EXPECT_EQ(rows[1].at("replicate"), "2");
  EXPECT_EQ(rows[2].at("method"), "noise");
}

// The names of columns may have commas, and an order of them then has quotes.
TEST(StudyTables, QuoteOrdersOfColumnsWithQuotesInThem) {
  Study study{};
  study.orders = {{"own", "Own", {{0, "\"a,b\",c", {0.5, 0.25}, {0.125, 0.75}}}}};
  const auto rows = table(study, "orders.csv");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].at("order"), "\"a,b\",c");
  EXPECT_EQ(rows[0].at("table"), "1");
  EXPECT_EQ(rows[1].at("masking"), "2");
  EXPECT_EQ(rows[1].at("cart"), "0.25");
  EXPECT_EQ(rows[1].at("sjppds"), "0.75");
}

TEST(StudyTables, HaveThresholdsPairingsAndTimes) {
  Study study = small_study();
  study.thresholds = thresholds(study.experiments[0]);
  const auto ceilings = table(study, "thresholds.csv");
  ASSERT_EQ(ceilings.size(), 3U);
  EXPECT_EQ(ceilings[0].at("max_risk"), "1");
  EXPECT_EQ(ceilings[0].at("percent"), "20");  // the lower score, at any risk
  EXPECT_EQ(ceilings[1].at("percent"), "69");
  EXPECT_EQ(ceilings[2].at("percent"), "");  // nothing is below 0.1
  EXPECT_EQ(table(study, "thresholds_curve.csv").size(), 2U);
  study.unsorted = {{"census", "Census", "sjppds", 0.1, 0.2, 0.9},
                    {"census", "Census", "cart", 0.3, 0.4, std::nullopt}};
  EXPECT_EQ(table(study, "unsorted.csv")[0].at("by_source"), "0.9");
  EXPECT_EQ(table(study, "unsorted.csv")[1].at("by_source"), "");
  study.timings = {{"rows", "noise", {10, 2, 3}, {0.5, 0.25}}};
  EXPECT_EQ(table(study, "timing.csv")[1].at("seconds"), "0.250000");
  EXPECT_EQ(table(study, "timing.csv")[1].at("replication"), "2");
  study.glm = {{"census", "noise", measurements(Pairing::row, 0, 0.5),
                measurements(Pairing::row, 0, 0.75), 0.25}};
  EXPECT_EQ(table(study, "ps_by_glm.csv")[0].at("overall_glm"), "0.75");
  EXPECT_EQ(table(study, "ps_by_glm.csv")[0].at("diverged"), "0.25");
}

TEST(Ranking, PutsThoseUnderTheCeilingFirst) {
  const Study study = small_study();
  const auto names = [&](Reading reading, const std::vector<Family>& families) {
    std::vector<std::string> all;
    for (const auto& standing : ranking(study.experiments[0], reading, families)) {
      all.push_back(name_of(standing));
    }
    return all;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(Reading::as_published, {Family::paper}), (Names{"sjppds", "noise", "mdav"}));
  // by true source noise has 0.45 and mdav 2.7
  EXPECT_EQ(names(Reading::by_true_source, {Family::paper}), (Names{"sjppds", "noise", "mdav"}));
  EXPECT_TRUE(names(Reading::as_published, {Family::variant}).empty());
}

TEST(Standings, AreAskedByNameAndMeasure) {
  const Study study = small_study();
  const auto& result = study.experiments[0];
  const auto standings = ranking(result, Reading::as_published, {Family::paper});
  ASSERT_NE(standing_of(standings, "noise"), nullptr);
  EXPECT_EQ(standing_of(standings, "cart"), nullptr);
  EXPECT_EQ(median_of(*standing_of(standings, "noise"), Reading::as_published, MeasureId::dbrl),
            0.15);
  EXPECT_TRUE(is_led_by(standings, "sjppds"));
  EXPECT_FALSE(is_led_by(standings, "noise"));
  EXPECT_EQ(leaders(result, standings, 5), "Census: sjppds 0.080, noise 0.200");
  EXPECT_EQ(leaders(result, standings, 1), "Census: sjppds 0.080");
  const auto by_risk = by_measure(standings, MeasureId::dbrl);
  ASSERT_EQ(by_risk.size(), 2U);  // mdav is over the ceiling
  EXPECT_EQ(name_of(by_risk[0]), "sjppds");
}

TEST(SettingText, NamesARangeWhereTablesDiffer) {
  EXPECT_EQ(setting_text(bins(10, 0, 0)), "bins 10");
  EXPECT_EQ(setting_text(point({}, 0, 0)), "as it is");
  EXPECT_EQ(setting_text(point({{"order", masking::ColumnList{"a,b"}}}, 0, 0)),
            "best of the orders");
  const MethodResult method = method_result(
      entrant_named("sjppds"),
      {{bins(10, 0.1, 0.1), bins(40, 0.1, 0.3)}, {bins(10, 0.1, 0.3), bins(40, 0.1, 0.1)}});
  ASSERT_TRUE(method.as_published);
  EXPECT_EQ(setting_text(method, *method.as_published), "bins 10 to 40");
}

// Medians 1 and 3 on the first table, 2 and 2 on the second: sd sqrt(2) and 0, their median half.
TEST(Orders, SpreadIsTheMedianOverTables) {
  Orders orders{"x", "X", {}};
  orders.rows = {{0, "a,b", {1, 1, 9}, {5}},
                 {0, "b,a", {3, 3, 0}, {5}},
                 {1, "a,b", {2}, {5}},
                 {1, "b,a", {2}, {5}}};
  EXPECT_DOUBLE_EQ(spread(orders, &OrderRow::cart), std::sqrt(2.0) / 2);
  EXPECT_EQ(spread(orders, &OrderRow::sjppds), 0);
}

TEST(StudyPage, SaysWhoIsOverTheCeilingAndWhatWasRefused) {
  Study study = small_study();
  Point failed;
  failed.options = {{"percent", 90.0}};
  failed.failure = Error{ErrorKind::invalid_option, "Too much."};
  study.experiments[0].methods[1].points.push_back(failed);
  const std::string page = markdown_page(study);
  EXPECT_NE(page.find("seed 7, 30 replications, grids of 30"), std::string::npos);
  EXPECT_NE(page.find("| mdav (over the ceiling) | k 3 |"), std::string::npos);
  EXPECT_NE(page.find("| sjppds | bins 100 | sorted | 0.080 |"), std::string::npos);
  EXPECT_NE(page.find("| sjppds | bins 10 | lineage | 0.030 |"), std::string::npos);
  EXPECT_NE(page.find("## Settings that were refused"), std::string::npos);
  EXPECT_NE(page.find("- Census, noise, percent 90: Too much."), std::string::npos);
  EXPECT_EQ(markdown_page(small_study()).find("refused"), std::string::npos);
}

TEST(StudyPage, LinksEveryFile) {
  const std::string page =
      index_page({{"a.csv", "A table", ""}}, {{"figure_1", "A figure", "", "", {}, {}}});
  for (const char* part : {"<a href=\"a.csv\">a.csv</a>: A table", "figure_1.vl.json",
                           "<img src=\"figure_1.svg\" alt=\"A figure\">"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(StudyReport, HasTheClaimsThatWereDecided) {
  const Study study = small_study();
  const auto page = report_page(study, {});
  EXPECT_EQ(page["verdict"]["facts"], "1 experiments, seed 7.");
  std::size_t decided = 0;
  for (const Claim& claim : claims(study)) decided += claim.holds ? 1 : 0;
  EXPECT_GT(decided, 0U);
  EXPECT_EQ(page["verdict"]["analysts"].size(), decided);
  for (const auto& sentence : page["verdict"]["analysts"]) {
    const std::string words = sentence;
    EXPECT_TRUE(words.starts_with("**holds**: ") || words.starts_with("**does not hold**: "));
  }
}

}  // namespace
}  // namespace overhand::study
