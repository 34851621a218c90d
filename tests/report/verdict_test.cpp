// The verdict: never "usable" where that was not shown.
#include "overhand/report/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overhand/evaluation/linkage.h"
#include "overhand/release/gate.h"
#include "overhand/report/risk_words.h"
#include "support/tables.h"

namespace overhand::report {
namespace {

using evaluation::MeasureId;
using evaluation::Measurements;
using evaluation::Pairing;

// Two columns to mask and one to keep.
Table table_with_kept(const Texts& regions) {
  const std::size_t n = regions.size();
  Table table = testing::normal_table(n, 2, 1);
  std::vector<Column> columns = table.columns();
  columns.push_back({"region", regions, Role::keep});
  return Table(std::move(columns));
}

Texts one_in_the_south() {
  TextsBuilder regions;
  regions.append("south");
  for (std::size_t i = 1; i < 40; ++i) regions.append("north");
  return std::move(regions).finish();
}

Texts halves() {
  TextsBuilder regions;
  for (std::size_t i = 0; i < 40; ++i) regions.append(i < 20 ? "south" : "north");
  return std::move(regions).finish();
}

Measurements measurements(Pairing pairing, double dbrl) {
  Measurements some{pairing,
                    {{MeasureId::ps, 0.05},
                     {MeasureId::ks_largest, 0},
                     {MeasureId::pearson_largest, 0.02},
                     {MeasureId::pearson_mean, 0.01},
                     {MeasureId::implausible, 0.25}}};
  if (pairing == Pairing::none) return some;
  some.all.insert(some.all.begin(), {{MeasureId::dbrl, dbrl},
                                     {MeasureId::rid, 0.1},
                                     {MeasureId::sdid, 0.1},
                                     {MeasureId::loss_score, 0.05}});
  return some;
}

// A table of 40 records without kept columns, or with these.
struct Case {
  explicit Case(Pairing pairing, double dbrl, const Texts& regions = Texts(40, "north"))
      : original(table_with_kept(regions)),
        masked{testing::normal_table(regions.size(), 2, 2), std::nullopt},
        evaluation{regions.size(), regions.size(), 2, {measurements(pairing, dbrl)}} {
    auto sources = same_rows(regions.size());
    std::swap(sources[0], sources[1]);  // not in the order of the original
    masked.table.columns().push_back(gather(original.columns().back(), sources));
    if (pairing == Pairing::lineage) masked.lineage = sources;
  }
  Verdict verdict(Sources sources = Sources::masking) const {
    const risk::KeptColumns kept = evaluation::kept_in(original, masked);
    Subject subject{original, masked, evaluation, kept};
    subject.sources = sources;
    return verdict_of(subject);
  }

  // Of a release: what the attacks learnt where .12 is allowed.
  Verdict verdict_of_release(double learnt) const {
    const risk::KeptColumns kept = evaluation::kept_in(original, masked);
    const release::Gate gate{};
    const release::Gated gated{
        {masked, evaluation, kept, {}},
        {},
        {{"inference_3", "three facts known", learnt, .12, "vote", release::Rates{.3, .2, .296}},
         {"linkability", "linked", .001, .05, {}, release::Rates{.1, .1, .145}}}};
    Subject subject{original, masked, evaluation, kept};
    subject.attacked.emplace(gate, gated, "known researchers under contract");
    return verdict_of(subject);
  }

  Table original;
  masking::Masked masked;
  evaluation::Evaluation evaluation;
};

bool says_it_was_not_attacked(const Verdict& verdict) {
  return std::ranges::any_of(verdict.limits, [](const std::string& sentence) {
    return sentence.find("not attacked") != std::string::npos;
  });
}

TEST(Verdict, OnlyAReleaseMayGoOut) {
  const Verdict measured = Case(Pairing::lineage, 0.05).verdict();
  EXPECT_EQ(measured.headline.find("released"), std::string::npos);
  EXPECT_TRUE(says_it_was_not_attacked(measured));
  const Verdict released = Case(Pairing::lineage, 0.05).verdict_of_release(.1);
  EXPECT_EQ(released.level, Level::usable);
  EXPECT_EQ(released.headline,
            "May be released to known researchers under contract: under every ceiling.");
  EXPECT_FALSE(says_it_was_not_attacked(released));
  EXPECT_EQ(
      released.intruder.front(),
      "Of 100 records of which two other tables hold a part each, joined by this one: at most "
      "**1** (ceiling 5).");
}

TEST(Verdict, AttacksDecideAReleaseWithoutSources) {
  EXPECT_EQ(Case(Pairing::sorted, 0.01).verdict_of_release(.1).level, Level::usable);
}

TEST(Verdict, AReleaseBeyondACeilingIsRefused) {
  const Verdict verdict = Case(Pairing::lineage, 0.05).verdict_of_release(.13);
  EXPECT_EQ(verdict.level, Level::refused);
  EXPECT_EQ(verdict.headline, "Beyond its ceilings: three facts known.");
}

TEST(Verdict, BySourceFollowsTheCeiling) {
  EXPECT_EQ(Case(Pairing::lineage, 0.05).verdict().level, Level::usable);
  EXPECT_EQ(Case(Pairing::lineage, 0.15).verdict().level, Level::care);
  EXPECT_EQ(Case(Pairing::lineage, 0.21).verdict().level, Level::refused);
  EXPECT_EQ(Case(Pairing::row, 0.05).verdict(Sources::owner).level, Level::usable);
}

TEST(Verdict, RecordsInTheirOrderAreNeverJustUsable) {
  Case in_order(Pairing::lineage, 0.05);
  in_order.masked.lineage = same_rows(40);
  EXPECT_EQ(in_order.verdict().level, Level::care);
  EXPECT_TRUE(in_order.verdict().intruder.back().starts_with("The records stand in the order"));
}

TEST(Verdict, NamesThePairThatChangedMostAndIsNotPlainByIt) {
  Case lost(Pairing::lineage, 0.05);
  lost.evaluation.worst_association = utility::AssociationChange{"x0", "region", 0.5, 0.45};
  EXPECT_EQ(lost.verdict().level, Level::usable);
  EXPECT_EQ(lost.verdict().analysts[1],
            "Correlations within 0.02 (x0 and region: 0.50, now 0.45), on average within 0.01.");
  lost.evaluation.worst_association->masked = 0.39;
  EXPECT_EQ(lost.verdict().level, Level::care);
}

TEST(Verdict, OfAnotherPopulationIsNotPlain) {
  Case weighted(Pairing::lineage, 0.05);
  weighted.evaluation.weight = "w";
  weighted.evaluation.weighted_sums = {{"", "", 40, 1000, 1040}, {"region", "north", 30, 100, 95}};
  EXPECT_EQ(weighted.verdict().level, Level::usable);
  EXPECT_EQ(weighted.verdict().analysts[4],
            "Weighted by w: the sum of weights within 4 %, of region = north within 5 %.");
  weighted.evaluation.weighted_sums.back().masked = 94;
  EXPECT_EQ(weighted.verdict().level, Level::care);
}

TEST(Verdict, OfAnAnalysisThatEndsElsewhereIsNotPlain) {
  Case analysed(Pairing::lineage, 0.05);
  utility::Analysis analysis{.formula = "wage ~ age"};
  analysis.coefficients = {{"(intercept)", {}, {}, 0.9}, {"age", {}, {}, 0.5}};
  analysed.evaluation.analyses = {analysis};
  EXPECT_EQ(analysed.verdict().level, Level::usable);
  EXPECT_EQ(analysed.verdict().analysts[4],
            "Analysis wage ~ age: the intervals of every coefficient overlap by 0.50 or more (age "
            "least).");
  analysed.evaluation.analyses.front().coefficients.back().overlap = 0.49;
  EXPECT_EQ(analysed.verdict().level, Level::care);
  EXPECT_EQ(analysed.verdict().analysts[4],
            "Analysis wage ~ age: the intervals of 1 of 2 coefficients overlap by less than 0.5: "
            "age (0.49).");
}

// A stratum of nine records beside one of 31: made anew, they have no source.
TEST(Verdict, OfSmallClassesWithoutSourcesIsNotSafe) {
  TextsBuilder regions;
  for (std::size_t i = 0; i < 40; ++i) regions.append(i < 9 ? "south" : "north");
  const Case anew(Pairing::sorted, 0, std::move(regions).finish());
  EXPECT_EQ(anew.verdict().level, Level::refused);
  EXPECT_EQ(anew.verdict(Sources::nobody).level, Level::unknown);
  const auto sentences = anew.verdict().intruder;
  EXPECT_TRUE(std::ranges::any_of(sentences, [](const std::string& sentence) {
    return sentence.find("9 of 40 records are in classes of fewer than 10") != std::string::npos;
  }));
}

TEST(Verdict, ByStrangersIsNone) {
  const Verdict verdict = Case(Pairing::lineage, 0).verdict(Sources::strangers);
  EXPECT_EQ(verdict.level, Level::unknown);
  EXPECT_TRUE(verdict.headline.ends_with("so these are not their sources."));
}

TEST(Verdict, OfCopiesIsNotSafe) {
  Case copied(Pairing::lineage, 0);
  for (std::size_t j = 0; j < 2; ++j)
    copied.masked.table.columns()[j] = copied.original.columns()[j];
  EXPECT_EQ(copied.verdict().level, Level::refused);
  EXPECT_EQ(
      copied.verdict().intruder.back(),
      "40 of 40 records are exact copies of an original record that is unique, in the columns to "
      "mask alone, whoever's they were made from.");
}

TEST(Verdict, OfASampleSaysHowSureItIs) {
  Case sampled(Pairing::lineage, 0.05);
  auto& dbrl = sampled.evaluation.by_pairing.front().all.front();
  dbrl.interval = statistics::Interval{0.0413, 0.0604};
  dbrl.sample = 2000;
  EXPECT_TRUE(sampled.verdict().intruder.front().ends_with(
      "Between 4.1 and 6.0 with 95 % confidence; 2,000 records were tried."));
  EXPECT_EQ(sampled.verdict().level, Level::usable);
  dbrl.interval->high = 0.21;  // the true share may lie above the ceiling
  EXPECT_EQ(sampled.verdict().level, Level::refused);
}

TEST(Verdict, WithoutSourcesIsNotKnown) {
  for (const Pairing pairing : {Pairing::row, Pairing::sorted}) {
    const Verdict verdict = Case(pairing, 0.0849).verdict(Sources::nobody);
    EXPECT_EQ(verdict.level, Level::unknown);
    EXPECT_EQ(verdict.headline,
              "Cannot be judged without sources: at least 8 of 100 records are linked.");
  }
  EXPECT_EQ(Case(Pairing::none, 0).verdict(Sources::nobody).level, Level::unknown);
}

TEST(Verdict, SortingStatesNoSources) {
  EXPECT_EQ(Case(Pairing::sorted, 0.01).verdict(Sources::owner).level, Level::unknown);
}

TEST(Verdict, RecordsWithoutASourceAreNotJudgedByLinkage) {
  const Verdict verdict = Case(Pairing::sorted, 0.01).verdict(Sources::masking);
  EXPECT_EQ(verdict.level, Level::unknown);
  EXPECT_EQ(verdict.headline,
            "Cannot be judged by linkage alone: these records have no source; lower bound 1 of 100 "
            "linked.");
}

TEST(Verdict, ALowerBoundAboveTheCeilingIsEnough) {
  for (const Sources sources : {Sources::masking, Sources::nobody}) {
    EXPECT_EQ(Case(Pairing::sorted, 0.3).verdict(sources).level, Level::refused);
  }
}

TEST(Verdict, NobodyUniqueOnKeptColumnsIsUsable) {
  const Verdict one = Case(Pairing::lineage, 0, one_in_the_south()).verdict();
  EXPECT_EQ(one.level, Level::refused);
  EXPECT_EQ(one.headline, "Not safe to share as it is: 1 record is unique on kept columns.");
  TextsBuilder regions;
  for (std::size_t i = 0; i < 40; ++i) regions.append(std::to_string(i));
  const Verdict all = Case(Pairing::lineage, 0, std::move(regions).finish()).verdict();
  EXPECT_EQ(all.headline, "Not safe to share.");
  EXPECT_EQ(
      all.intruder.back(),
      "Kept as they are: region. On them 40 of 40 records are unique: who knows them finds "
      "the record. Who knows them links 40 of 40 records (100 of 100) to their own original.");
}

TEST(Verdict, CountsSourcesThatServeTwice) {
  Case doubled(Pairing::lineage, 0.05, halves());
  doubled.masked.lineage = Lineage(40, 0);
  doubled.masked.table.columns().back() =
      gather(doubled.original.columns().back(), *doubled.masked.lineage);
  EXPECT_TRUE(doubled.verdict().analysts.back().starts_with(
      "1 kept record goes out more than once and 39 not at all"));
  Case in_strata(Pairing::lineage, 0.05, halves());  // as many of each as there were
  for (Row row = 0; row < 40; ++row) (*in_strata.masked.lineage)[row] = row < 20 ? 0 : 20;
  in_strata.masked.table.columns().back() =
      gather(in_strata.original.columns().back(), *in_strata.masked.lineage);
  EXPECT_FALSE(in_strata.verdict().analysts.back().starts_with("2 kept records go out"));
}

TEST(Verdict, NamesTheRulesThatAreBrokenMost) {
  Case some(Pairing::lineage, 0.05);
  some.evaluation.broken_rules = {{"2 * tax <= income", 8}, {"tax >= 0", 3}, {"a is whole", 2},
                                  {"b is whole", 2},        {"c <= d", 1},   {"e <= f", 1}};
  const auto analysts = some.verdict().analysts;
  EXPECT_NE(std::ranges::find(
                analysts,
                "10 of 40 records (25.0 of 100) break what every original obeys: 2 * tax <= income "
                "(8), tax >= 0 (3), a is whole (2), b is whole (2), c <= d (1) and 1 more."),
            analysts.end());
  some.evaluation.by_pairing.front().all.back().value = 0;
  some.evaluation.broken_rules.clear();
  const auto obeyed = some.verdict().analysts;
  EXPECT_NE(std::ranges::find(
                obeyed,
                "Every record obeys the limits and rules that were found or said; others were "
                "not looked for."),
            obeyed.end());
}

TEST(Verdict, SaysHowManyOfASampleBreakRules) {
  Case one(Pairing::lineage, 0.05);
  one.evaluation.broken_rules = {{"tax <= income", 2}};
  one.evaluation.by_pairing.front().all.back().sample = 8;
  const auto analysts = one.verdict().analysts;
  EXPECT_NE(std::ranges::find(
                analysts,
                "2 of 8 sampled records (25.0 of 100) break what every sampled original obeys: "
                "tax <= income (2)."),
            analysts.end());
}

TEST(Verdict, TellsWeightedFiguresWithTheWorstColumn) {
  Case some(Pairing::lineage, 0.05);
  some.evaluation.weight = "w";
  some.evaluation.weighted = {{"pay", 1, {.total = 100, .mean = 1}, {.total = 102, .mean = 1}},
                              {"age", 1, {.total = 100, .mean = 1}, {.total = 100, .mean = 1.5}}};
  auto& measured = some.evaluation.by_pairing.front().all;
  for (const auto& [id, value] :
       std::vector<std::pair<MeasureId, double>>{{MeasureId::weighted_total_mean, 0.01},
                                                 {MeasureId::weighted_total_largest, 0.02},
                                                 {MeasureId::weighted_mean_largest, 0.5},
                                                 {MeasureId::weighted_quantile_mean, 0},
                                                 {MeasureId::weighted_quantile_largest, 0}}) {
    measured.push_back({id, value});
  }
  const auto analysts = some.verdict().analysts;
  EXPECT_NE(
      std::ranges::find(analysts,
                        "Weighted by w: totals within 2 % (pay), on average 1 %; means within "
                        "50 % (age); quantiles within 0.00 standard deviations (pay), on "
                        "average 0.00."),
      analysts.end());
}

TEST(Verdict, SaysWhereRecordsAreFewForTheColumns) {
  const Table original = testing::normal_table(40, 5, 1);
  const masking::Masked masked{testing::normal_table(40, 5, 2), Lineage(40)};
  const evaluation::Evaluation evaluation{.by_pairing = {measurements(Pairing::lineage, 0.01)}};
  const risk::KeptColumns kept;
  const Verdict few = verdict_of(Subject{original, masked, evaluation, kept});
  EXPECT_NE(few.headline.find("fewer than 10 records for each masked column"), std::string::npos);
  const Table narrow = testing::normal_table(40, 4, 1);
  const Verdict enough = verdict_of(Subject{narrow, masked, evaluation, kept});
  EXPECT_EQ(enough.headline.find("fewer than 10 records"), std::string::npos);
}

TEST(Verdict, OfWhatCannotBeMeasuredNamesKeptColumnsToo) {
  const masking::Method& method = masking::methods().front();
  const Case none(Pairing::lineage, 0);
  EXPECT_EQ(unmeasured_verdict(none.original, none.masked, method, "Why.").level, Level::unknown);
  const Case one(Pairing::lineage, 0, one_in_the_south());
  const Verdict verdict = unmeasured_verdict(one.original, one.masked, method, "Why.");
  EXPECT_EQ(verdict.level, Level::refused);
  EXPECT_EQ(verdict.intruder.size(), 2U);
}

TEST(RiskWords, GroupDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1080), "1,080");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(100000), "100,000");
}

}  // namespace
}  // namespace overhand::report
