// The picture of class sizes, and what the two reports say of keys: counts to pass on, records for
// the owner alone.
#include "overhand/report/key_charts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "overhand/evaluation/evaluator.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/masking/methods.h"
#include "overhand/report/report.h"
#include "support/tables.h"

namespace overhand::report {
namespace {

Json rows_of(const Json& report, const std::string& figure) {
  for (const Json& section : report.at("sections")) {
    if (section.at("id") != "keys") continue;
    for (const Json& chart : section.at("figures")) {
      if (chart.at("id") == figure) return chart.at("table").at("rows");
    }
  }
  return {};
}

Json value_named(const Json& rows, const std::string& name) {
  for (const Json& row : rows) {
    if (row[0].get<std::string>().find(name) != std::string::npos) return row[1];
  }
  return {};
}

keys::ClassSizes sizes_of(const std::vector<Row>& records) {
  keys::ClassSizes sizes;
  sizes.records = records;
  return sizes;
}

TEST(ClassSizeChart, SplitsTheBarInWhichKLies) {
  const Chart chart = class_size_chart(sizes_of({1, 2, 2, 3, 3, 3, 6, 6, 8, 60}), 7);
  EXPECT_EQ(chart.table.rows[0], Json({"1", 1, 1}));
  EXPECT_EQ(chart.table.rows[4], Json({"5 to 9", 3, 2}));
  EXPECT_EQ(chart.table.rows[7], Json({"50 or more", 1, 0}));
  EXPECT_NE(chart.sentence.find("**8** of 10 records"), std::string::npos) << chart.sentence;
  std::size_t red = 0;
  for (const Json& bar : chart.spec["data"]["values"]) {
    if (bar["shared"] == "fewer than 7") red += bar["records"].get<std::size_t>();
  }
  EXPECT_EQ(red, 8U);
  const Json& scale = chart.spec["encoding"]["color"]["scale"];
  EXPECT_EQ(scale["domain"][0], "fewer than 7");
  EXPECT_EQ(scale["range"][0], colour::risk);
}

Table kept(Table table, const std::string& name, Texts texts) {
  std::vector<Column> columns = table.columns();
  columns.emplace_back(name, std::move(texts));
  columns.back().role = Role::keep;
  return Table(std::move(columns));
}

Texts texts_of(const std::vector<std::string>& values) {
  DictionaryBuilder dictionary;
  std::vector<Code> codes;
  for (const std::string& value : values) codes.push_back(dictionary.code_of(value));
  return Texts(std::move(codes), std::move(dictionary).finish());
}

// 60 records; the last one alone comes from Eyam.
Table people() {
  std::vector<std::string> towns;
  std::vector<std::string> sexes;
  for (int i = 0; i < 60; ++i) {
    towns.emplace_back(i == 59 ? "Eyam" : i % 2 == 0 ? "Derby" : "Leeds");
    sexes.emplace_back(i % 3 == 0 ? "female" : "male");
  }
  return kept(kept(testing::normal_table(60, 3, 1), "town", texts_of(towns)), "sex",
              texts_of(sexes));
}

struct Case {
  Case() : original(people()) {
    const testing::Seeded seeded(2);
    const masking::Method& method = **masking::find_method("cell_rotate");
    masked = *masking::mask(method, original, {}, seeded.context);
    evaluation = *evaluation::Evaluator::prepare(original)->evaluate(
        masked.table, evaluation::asked_of(method, masked, false));
  }
  Json report(Audience audience, const Structure& structure = {},
              const std::optional<Lineage>& rows = {}) const {
    const risk::KeptColumns kept = evaluation::kept_in(original, masked);
    Subject subject{original, masked, evaluation, kept};
    subject.structure = structure;
    subject.original_rows = rows;
    return *report_json(subject, audience);
  }

  Table original;
  masking::Masked masked;
  evaluation::Evaluation evaluation;
};

TEST(KeysInReports, TheFiguresAreInBoth) {
  const Case shown;
  for (const Audience audience : {Audience::internal, Audience::external}) {
    const Json report = shown.report(audience);
    const Json rows = rows_of(report, "key-figures");
    EXPECT_EQ(value_named(rows, "smallest class"), 1);
    EXPECT_EQ(value_named(rows, "alone with their keys"), 1);
    EXPECT_EQ(value_named(rows, "fewer than 3"), 1);
    EXPECT_EQ(value_named(rows, "fewer than 5"), 1);
    EXPECT_EQ(value_named(rows, "expected"), 5);  // classes of 1, 10, 10, 19 and 20 records
    EXPECT_EQ(rows_of(report, "class-sizes").size(), 8U);
  }
}

TEST(KeysInReports, OnlyTheInternalOneNamesRecords) {
  const Case shown;
  const Json rows = rows_of(shown.report(Audience::internal), "key-records");
  ASSERT_EQ(rows.size(), 1U);
  const auto row = rows[0][0].get<std::size_t>() - 1;
  EXPECT_EQ((*shown.masked.lineage)[row], 59U);
  EXPECT_EQ(rows[0][1], 60);
  EXPECT_EQ(rows[0][2], "town");
  const Json external = shown.report(Audience::external);
  EXPECT_TRUE(rows_of(external, "key-records").is_null());
  EXPECT_TRUE(rows_of(external, "key-sets").is_null());
  for (const char* words : {"original row", "singled out", "Eyam"}) {
    EXPECT_EQ(external.dump().find(words), std::string::npos) << words;
  }
}

// The person from Eyam stands in two masked records, and two records of one person hide nobody.
TEST(KeysInReports, CountTheRecordsOfOneSourceOnce) {
  const Case shown;
  EXPECT_GT(std::ranges::count(*shown.masked.lineage, 59U), 1);
  const std::set<Row> sources(shown.masked.lineage->begin(), shown.masked.lineage->end());
  const Json report = shown.report(Audience::external);
  const Json figures = rows_of(report, "key-figures");
  EXPECT_EQ(figures[0][1], sources.size());
  EXPECT_NE(report.dump().find("are counted once"), std::string::npos);
}

TEST(KeysInReports, SayWhenSourcesAreNotKnown) {
  Case shown;
  shown.masked.lineage.reset();
  const Json report = shown.report(Audience::internal);
  EXPECT_EQ(rows_of(report, "key-figures")[0][1], 60);
  EXPECT_NE(report.dump().find("come from one person is not known"), std::string::npos);
}

TEST(KeysInReports, NameRowsOfTheFileWhereSomeWereLeftOut) {
  const Case shown;
  Lineage rows(60);
  for (Row row = 0; row < 60; ++row) rows[row] = 2 * row;
  const Json shown_rows = rows_of(shown.report(Audience::internal, {}, rows), "key-records");
  EXPECT_EQ(shown_rows[0][1], 119);
}

TEST(KeysInReports, CountOverTheKeysThatAreSaid) {
  const Case shown;
  const Json report = shown.report(Audience::internal, {.keys = {"sex"}, .k = 30});
  EXPECT_EQ(value_named(rows_of(report, "key-figures"), "alone"), 0);
  std::set<Row> women;
  for (const Row source : *shown.masked.lineage) {
    if (source % 3 == 0) women.insert(source);
  }
  EXPECT_EQ(value_named(rows_of(report, "key-figures"), "fewer than 30"), women.size());
  EXPECT_EQ(rows_of(report, "key-records").size(), women.size());
}

TEST(KeysInReports, SayWhyNothingIsMeasured) {
  const Json report = Case().report(Audience::external, {.keys = {"region"}});
  for (const Json& section : report["sections"]) {
    if (section["id"] != "keys") continue;
    EXPECT_NE(section["sentence"].get<std::string>().find("region"), std::string::npos);
    EXPECT_TRUE(section["figures"].empty());
    return;
  }
  FAIL() << "no section";
}

TEST(KeysReport, HasPopulationAndDiversityWhereTheyAreAskedFor) {
  const Table table({Column("sex", Texts{"m", "m", "f", {}}),
                     Column("age", Cells<std::int64_t>{30, 30, 40, 50}),
                     Column("illness", Texts{"flu", "none", "flu", "flu"}),
                     Column("w", Cells<double>{2, 4, 4, 10})});
  const auto measures = keys::measure_keys(table, {{"sex", "age"}, "w", "illness"});
  const Json report = *keys_report_json({table, *measures}, {{"table", "six.csv"}});
  const Json rows = rows_of(report, "key-figures");
  EXPECT_EQ(value_named(rows, "alone in the population"), .35);
  EXPECT_EQ(value_named(rows, "at most (95 %"), 1);
  EXPECT_EQ(value_named(rows, "one value of column 'illness'"), 2);
  EXPECT_EQ(report["audience"], "internal");
  EXPECT_EQ(report["verdict"]["level"], "unknown");
  EXPECT_EQ(rows_of(report, "key-records")[0][1], "sex; or age");
  for (const char* value : {"flu", "none"}) {
    EXPECT_EQ(report.dump().find(value), std::string::npos) << value;
  }
}

}  // namespace
}  // namespace overhand::report
