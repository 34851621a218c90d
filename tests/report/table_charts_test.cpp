// Charts of two tables: what they show of the original to whom, and in which units.
#include "overhand/report/table_charts.h"

#include <gtest/gtest.h>

#include "overhand/report/analysis_charts_internal.h"
#include "overhand/report/audience_internal.h"
#include "overhand/report/risk_words.h"
#include "support/mixed_tables.h"

namespace overhand::report {
namespace {

const Json& values_of(const Chart& chart) { return chart.spec.at("data").at("values"); }

Reals counting(std::size_t count) {
  Reals values(count);
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

TEST(Margins, CountTheRecordsOfBothTables) {
  const Table original({{"x", counting(100)}});
  const Table masked({{"x", Reals(100, 50)}});
  const auto charts = margins(original, masked, Audience::internal);
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0].id, "margin-x");
  ASSERT_EQ(charts[0].table.rows.size(), 20U);
  std::size_t before = 0;
  std::size_t after = 0;
  for (const Json& row : charts[0].table.rows) {
    before += row[2].get<std::size_t>();
    after += row[3].get<std::size_t>();
    EXPECT_TRUE(row[3] == 0 || row[3] == 100);
  }
  EXPECT_EQ(before, 100U);
  EXPECT_EQ(after, 100U);
  EXPECT_EQ(charts[0].table.rows.front()[0], 0.0);
  EXPECT_EQ(charts[0].table.rows.back()[1], 99.0);
}

// The extremes are somebody's: 1000 is the income of one.
TEST(Margins, ForOthersEndWhereTheMaskedValuesEnd) {
  Reals incomes = counting(100);
  incomes.back() = 1000;
  const Table original({{"x", incomes}});
  const Table masked({{"x", counting(91)}});
  const auto external = margins(original, masked, Audience::external);
  EXPECT_EQ(external[0].table.rows.back()[1], 90.0);
  EXPECT_EQ(external[0].spec.dump().find("1000"), std::string::npos);
  EXPECT_EQ(margins(original, masked, Audience::internal)[0].table.rows.back()[1], 1000.0);
}

TEST(Margins, ForOthersCountNoFewerThanFiveOriginals) {
  for (const std::size_t count : {1U, 4U, 5U, 30U}) {
    EXPECT_EQ(count_or_null(count, Audience::external).is_null(), count < 5);
    EXPECT_EQ(count_or_null(count, Audience::internal), count);
  }
  EXPECT_EQ(count_or_null(0, Audience::external), 0);
  random::Stream stream(random::key_from_seed(4), {random::Purpose::test});
  for (int round = 0; round < 20; ++round) {
    const Table original = testing::random_mixed_table(40, stream, false);
    for (const Chart& chart : margins(original, original, Audience::external)) {
      for (const Json& row : chart.table.rows) {
        EXPECT_TRUE(row[2].is_null() || row[2] == 0 || row[2] >= 5) << row;
      }
    }
  }
}

TEST(Margins, ShowDatesAsYears) {
  // 1970-01-01 and 2020-01-01, 18,262 days later.
  const Table table({{"born", type::Date{}, Integers{0, 18262}},
                     {"seen", type::Timestamp{TimeUnit::second}, Integers{0, 18262 * 86400}},
                     {"took", type::Duration{TimeUnit::millisecond}, Integers{0, 5000}}});
  const auto charts = margins(table, table, Audience::internal);
  ASSERT_EQ(charts.size(), 3U);
  for (const std::size_t which : {0U, 1U}) {
    EXPECT_EQ(charts[which].table.rows.front()[0], 1970.0);
    EXPECT_NEAR(charts[which].table.rows.back()[1].get<double>(), 2020, 1);
  }
  EXPECT_EQ(charts[0].spec["encoding"]["x"]["title"], "born, year ");
  EXPECT_EQ(charts[2].spec["encoding"]["x"]["title"], "took, seconds ");
  EXPECT_EQ(charts[2].table.rows.back()[1], 5.0);
}

TEST(Margins, AreOfColumnsThatBothTablesHaveAsNumbers) {
  const Table original({{"x", Reals{1, 2}},
                        {"gone", Reals{1, 2}},
                        {"c", Texts{"a", "b"}},
                        {"empty", Reals(2, missing_real)}});
  const Table masked({{"new", Reals{1, 2}},
                      {"c", Texts{"a", "b"}},
                      {"x", Reals{2, 1}},
                      {"empty", Reals(2, missing_real)}});
  const auto charts = margins(original, masked, Audience::internal);
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0].title, "x");
}

TEST(Margins, AreAtMostThirty) {
  const Table wide = testing::normal_table(5, 40, 1);
  EXPECT_EQ(margins(wide, wide, Audience::internal).size(), most_columns_shown);
}

TEST(Pairs, AreOfNeighboursAndSixAtMost) {
  const Table table = testing::normal_table(30, 9, 1);
  const auto charts = pairs(table, table, Audience::internal);
  ASSERT_EQ(charts.size(), 6U);
  EXPECT_EQ(charts[0].id, "pair-x1-x2");
  EXPECT_EQ(charts[5].id, "pair-x6-x7");
  EXPECT_TRUE(pairs(testing::normal_table(30, 1, 1), table, Audience::internal).empty());
}

TEST(Pairs, ShowNoOriginalRecordToOthers) {
  const Table original = testing::table_of({{11, 12, 13}, {21, 22, 23}});
  const Table masked = testing::table_of({{1, 2, 3}, {4, 5, 6}});
  const Chart internal = pairs(original, masked, Audience::internal)[0];
  EXPECT_EQ(values_of(internal).size(), 6U);
  EXPECT_EQ(values_of(internal)[3], Json({{"x", 11.0}, {"y", 21.0}, {"table", "original"}}));
  const Chart external = pairs(original, masked, Audience::external)[0];
  EXPECT_EQ(values_of(external).size(), 3U);
  for (const Json& row : values_of(external)) EXPECT_EQ(row["table"], "masked");
  EXPECT_EQ(external.spec.dump().find("21"), std::string::npos);
  EXPECT_EQ(external.table.rows[2], Json({3.0, 6.0, "masked"}));
}

TEST(Pairs, LeaveOutGapsAndMoreThanCanBeSeen) {
  Table table = testing::normal_table(1000, 2, 1);
  testing::set_real(table.columns()[0], 0, missing_real);
  testing::set_real(table.columns()[1], 1, missing_real);
  testing::set_real(table.columns()[1], 999, missing_real);
  EXPECT_EQ(values_of(pairs(table, table, Audience::external)[0]).size(), 248U);
}

TEST(WhereTheRiskSits, ShowsTenthsWithTheirShares) {
  risk::LinkedByIsolation linked;
  linked.share = {0, 0, 0, 0, 0, 0, 0, 0.1, 0.25, 0.98765};
  linked.records.fill(10);
  const Chart chart = where_the_risk_sits(linked, 100);
  ASSERT_EQ(chart.table.rows.size(), 10U);
  EXPECT_EQ(chart.table.rows[0], Json({1, 10, 0.0}));
  EXPECT_EQ(chart.table.rows[9], Json({10, 10, 0.9877}));
  EXPECT_EQ(chart.sentence.find("sample"), std::string::npos);
  EXPECT_TRUE(where_the_risk_sits(linked, 12345)
                  .sentence.ends_with("Tried on a random sample of 100 of 12,345 records."));
}

TEST(Rounded, KeepsFourDigits) {
  EXPECT_EQ(rounded(0), 0);
  EXPECT_EQ(rounded(0.123456), 0.1235);
  EXPECT_EQ(rounded(-123456), -123500);
  EXPECT_EQ(rounded(203499873), 203500000);
  EXPECT_EQ(rounded(1e300), 1e300);
  EXPECT_DOUBLE_EQ(rounded(1.00004), 1.0);
  EXPECT_DOUBLE_EQ(rounded(9.9999), 10);
  EXPECT_EQ(rounded(HUGE_VAL), HUGE_VAL);
  EXPECT_EQ(rounded(5e-324), 5e-324);  // no scale can hold it
}

TEST(AnalysisCharts, ShowBothEstimatesAndWhatIsNotKnown) {
  utility::Analysis analysis{.formula = "income ~ age", .records = 100, .masked_records = 100};
  analysis.coefficients = {
      {"(intercept)", utility::Estimate{1, {0.5, 1.5}}, utility::Estimate{2, {1, 3}}, 0.375},
      {"age", utility::Estimate{-0.123456, {-0.2, 0}}, std::nullopt, 0}};
  const auto charts = analysis_charts({analysis, analysis});
  ASSERT_EQ(charts.size(), 2U);
  EXPECT_NE(charts[0].id, charts[1].id);
  EXPECT_EQ(charts[0].title, "income ~ age");
  EXPECT_EQ(charts[0].table.rows[0], Json({"(intercept)", 1.0, 2.0, 0.375}));
  EXPECT_EQ(charts[0].table.rows[1], Json({"age", -0.1235, nullptr, 0.0}));
  EXPECT_EQ(values_of(charts[0]).size(), 3U);
  EXPECT_TRUE(charts[0].sentence.starts_with("Linear regression."));
  analysis.is_logistic = true;
  EXPECT_TRUE(analysis_charts({analysis})[0].sentence.starts_with("Logistic regression."));
}

using evaluation::Linkage;

TEST(LinkageWords, CountRecordsOrSayHowSureASampleIs) {
  EXPECT_EQ(linkage_words(Linkage{1080, 1080, 75.0 / 1080, std::nullopt, true}),
            "75 of 1,080 records (7 of 100) are nearest to their own original, by true source.");
  EXPECT_EQ(linkage_words(Linkage{50000, 2000, 0.05, statistics::Interval{0.0413, 0.0604}, true}),
            "about 5 of 100 among 50,000 records (between 4.1 and 6.0 with 95 % confidence; 2,000 "
            "of them were tried) are nearest to their own original, by true source.");
}

TEST(LinkageWords, CallALowerBoundOne) {
  EXPECT_EQ(linkage_words(Linkage{200, 200, 0.01, std::nullopt, false}),
            "not known by source, because these records have none; lower bound: 2 of 200 records "
            "(1 of 100) are nearest to the original of the same rank.");
  EXPECT_EQ(linkage_words(Error{ErrorKind::invalid_data, "Column 'x' has an infinite value."}),
            "not measured, because column 'x' has an infinite value.");
}

TEST(KeptWords, NameWhatIsKeptAndWhatDidNotChange) {
  risk::KeptColumns kept;
  EXPECT_EQ(kept_words(kept), "");
  kept.names = {"zip", "sex"};
  kept.records = 1000;
  kept.smallest_class = 12;
  EXPECT_EQ(kept_words(kept),
            "Kept as they are: zip, sex. On them no record is unique; the "
            "smallest class has 12 records.");
  kept.unchanged = {"age"};
  kept.unique = 950;
  EXPECT_EQ(kept_words(kept),
            "Kept as they are: zip, sex. Not changed by the masking: age. On them 950 of 1,000 "
            "records are unique: who knows them finds the record.");
  EXPECT_EQ(unique_words(kept), "950 records are unique on kept and unchanged columns");
  kept.names.clear();
  kept.unique = 1;
  EXPECT_EQ(unique_words(kept), "1 record is unique on unchanged columns");
}

TEST(KeptWords, SayWhatWhoKnowsThemLinks) {
  risk::KeptColumns kept;
  kept.names = {"zip"};
  kept.records = 40;
  kept.smallest_class = 4;
  kept.linkage = risk::found_among(10, 40, false);
  EXPECT_TRUE(kept_words(kept).ends_with(
      " Who knows them links 10 of 40 records (25 of 100) to their own original."));
  kept.linkage = risk::found_among(100, 400, true);
  EXPECT_TRUE(
      kept_words(kept).ends_with("Who knows them links about 25 of 100 records to their "
                                 "own original (between 21.0 and 29.5 with 95 % "
                                 "confidence; 400 of them were tried)."));
}

TEST(CopyWords, CountCopiesOfUniqueOriginals) {
  risk::KeptColumns kept;
  EXPECT_EQ(copy_words(kept), "");
  kept.copies = risk::found_among(1, 100, false);
  EXPECT_EQ(copy_words(kept),
            "1 of 100 records is an exact copy of an original record that is "
            "unique, in the columns to mask alone, whoever's it was made from.");
  kept.copies = risk::found_among(12, 2000, true);
  EXPECT_EQ(copy_words(kept),
            "12 of 2,000 records of a sample are exact copies of an original "
            "record that is unique, in the columns to mask alone, whoever's they were made from.");
}

TEST(UnitWords, CountWholeUnits) {
  risk::KeptColumns kept;
  EXPECT_EQ(unit_words(kept), "");
  kept.units = risk::found_among(121, 990, false);
  EXPECT_EQ(unit_words(kept),
            "121 of 990 units (12 of 100) are nearest to their own original by "
            "all their records together.");
  EXPECT_DOUBLE_EQ(kept.found_share(), 121.0 / 990);
}

TEST(IdentifierWords, NameOneOrAll) {
  risk::KeptColumns kept;
  EXPECT_EQ(identifier_words(kept), "");
  kept.identifiers = {"id"};
  EXPECT_TRUE(identifier_words(kept).starts_with("Column 'id' looks like an identifier: "));
  EXPECT_TRUE(identifier_words(kept).ends_with("Leave it out."));
  kept.identifiers = {"id", "name"};
  EXPECT_TRUE(identifier_words(kept).starts_with("Columns id, name look like identifiers: "))
      << identifier_words(kept);
  EXPECT_TRUE(identifier_words(kept).ends_with("Leave them out."));
}

TEST(RepeatWords, AreOfKeptColumnsAlone) {
  risk::KeptColumns kept;
  EXPECT_EQ(repeat_words(kept, {5, 5}), "");
  kept.names = {"zip"};
  EXPECT_EQ(repeat_words(kept, {0, 0}), "");
  EXPECT_TRUE(repeat_words(kept, {1, 1})
                  .starts_with("1 kept record goes out more than once and 1 not at all"));
  EXPECT_TRUE(repeat_words(kept, {1200, 1300})
                  .starts_with("1,200 kept records go out more than once and 1,300 not at all"));
}

}  // namespace
}  // namespace overhand::report
