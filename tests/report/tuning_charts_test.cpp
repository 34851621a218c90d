// Charts of what tuning tried: which settings they show, how they are marked, and the tables
// behind.
#include "overhand/report/tuning_charts.h"

#include <gtest/gtest.h>

#include "overhand/tuning/choice.h"
#include "support/tables.h"

namespace overhand::report {
namespace {

using evaluation::MeasureId;
using evaluation::Measurements;
using evaluation::Pairing;
using tuning::Point;
using tuning::Tuned;
using tuning::Tuning;

Measurements measurements(Pairing pairing, double risk, double loss) {
  return {pairing,
          {{MeasureId::dbrl, risk},
           {MeasureId::rid, risk / 2},
           {MeasureId::ps, loss},
           {MeasureId::pil, loss / 2},
           {MeasureId::risk_score, risk},
           {MeasureId::loss_score, loss},
           {MeasureId::overall_score, (risk + loss) / 2},
           {MeasureId::implausible, 0},
           {MeasureId::beyond_range, 0},
           {MeasureId::wrong_sign, 0},
           {MeasureId::not_whole, 0}}};
}

// A setting tried once for each risk.
Point point(const masking::OptionValues& options, const std::vector<double>& risks, double loss,
            Pairing pairing = Pairing::lineage) {
  Point made;
  made.options = options;
  for (const double risk : risks) {
    made.replicates.push_back(
        {measurements(pairing, risk, loss), measurements(Pairing::sorted, risk / 10, loss)});
  }
  tuning::set_medians(made);
  return made;
}

Tuned tuned(const char* method, std::vector<Point> points) {
  return {{method, *masking::find_method(method), {}}, std::move(points)};
}

// noise under the ceiling at 30 percent, mdav above it, ipso without a source; one setting failed.
Tuning some_tuning() {
  Tuning all;
  all.rows = all.trial_rows = 1000;
  all.columns = 3;
  all.tuned = {tuned("noise", {point({{"percent", 10.0}}, {0.6, 0.5, 0.7}, 0.1),
                               point({{"percent", 30.0}}, {0.1, 0.12, 0.08}, 0.2)}),
               tuned("mdav", {point({{"k", std::int64_t{3}}}, {0.9}, 0.05, Pairing::row),
                              point({{"k", std::int64_t{50}}}, {0.8}, 0.3, Pairing::row)}),
               tuned("ipso", {point({}, {0.05}, 0.4, Pairing::sorted)})};
  Point failed;
  failed.options = {{"percent", 90.0}};
  failed.failure = Error{ErrorKind::invalid_data, "Why."};
  all.tuned[0].points.push_back(failed);
  all.tuned[0].choice = 1;
  all.tuned[0].safest = 1;
  all.tuned[1].safest = 1;
  all.tuned[2].safest = 0;
  all.best = 0;
  return all;
}

const Json& values_of(const Chart& chart) { return chart.spec.at("data").at("values"); }

TEST(RiskUtilityMap, ShowsEverySettingThatWasMeasured) {
  const Chart map = risk_utility_map(some_tuning());
  ASSERT_EQ(values_of(map).size(), 5U);  // without the one that failed
  EXPECT_EQ(values_of(map)[0]["setting"], "noise, percent 10");
  EXPECT_EQ(values_of(map)[0]["dbrl"], 0.6);  // the median of three
  EXPECT_EQ(values_of(map)[2]["setting"], "mdav, k 3");
  EXPECT_EQ(values_of(map)[4]["setting"], "ipso");
}

TEST(RiskUtilityMap, MarksTheOneThatIsChosen) {
  const Chart map = risk_utility_map(some_tuning());
  std::vector<std::string> fates;
  for (const Json& row : values_of(map)) fates.push_back(row["chosen"]);
  EXPECT_EQ(fates, (std::vector<std::string>{"tried", "chosen", "tried", "tried", "tried"}));
  Tuning none = some_tuning();
  none.best.reset();
  for (const Json& row : values_of(risk_utility_map(none))) EXPECT_EQ(row["chosen"], "tried");
}

TEST(RiskUtilityMap, SaysWhyASettingWasSetAside) {
  Tuning tuning = some_tuning();
  tuning.tuned[2].points[0].excluded = "implausible values in 6 % of the records";
  const Chart map = risk_utility_map(tuning);
  EXPECT_EQ(values_of(map)[4]["chosen"], "set aside");
  EXPECT_EQ(values_of(map)[4]["why"], "implausible values in 6 % of the records");
  EXPECT_EQ(map.table.rows[4].back(), "implausible values in 6 % of the records");
  EXPECT_EQ(map.table.rows[0].back(), "");
}

TEST(RiskUtilityMap, TellsWhatIsNotReadByTrueSources) {
  const Chart map = risk_utility_map(some_tuning());
  EXPECT_EQ(values_of(map)[1]["read by"], "true sources");
  EXPECT_EQ(values_of(map)[2]["read by"], "true sources");  // rows stay where they are
  EXPECT_EQ(values_of(map)[4]["read by"], "sorted tables (no source known)");
  EXPECT_EQ(values_of(map)[4]["paired"], "sorted");
}

TEST(RiskUtilityMap, ReadsAsPublishedWhereThatIsAsked) {
  Tuning published = some_tuning();
  published.options.reading = tuning::Reading::as_published;
  const Chart map = risk_utility_map(published);
  EXPECT_EQ(values_of(map)[0]["dbrl"], 0.06);
  EXPECT_EQ(values_of(map)[0]["read by"], "sorted tables (no source known)");
}

TEST(RiskUtilityMap, HasTheCeilingAndAMarkForEachMethod) {
  Tuning tuning = some_tuning();
  tuning.options.max_risk = 0.35;
  const Json layers = risk_utility_map(tuning).spec["layer"];
  ASSERT_EQ(layers.size(), 3U);
  EXPECT_EQ(layers[1]["encoding"]["x"]["datum"], 0.35);
  EXPECT_EQ(layers[0]["encoding"]["color"]["scale"], method_colours({"noise", "mdav", "ipso"}));
  EXPECT_EQ(layers[0]["encoding"]["shape"]["scale"], method_shapes({"noise", "mdav", "ipso"}));
}

TEST(RiskUtilityMap, SaysWhereTrialsRanOnASample) {
  Tuning tuning = some_tuning();
  EXPECT_EQ(risk_utility_map(tuning).sentence.find("sample"), std::string::npos);
  tuning.rows = 123456;
  tuning.trial_rows = 10000;
  EXPECT_TRUE(risk_utility_map(tuning).sentence.ends_with(
      " Tried on a random sample of 10,000 of 123,456 records."));
}

TEST(RiskUtilityMap, HasATableWithTheSameFigures) {
  const Chart map = risk_utility_map(some_tuning());
  EXPECT_EQ(map.table.columns,
            (std::vector<std::string>{"setting", "paired", "dbrl", "risk", "loss", "overall",
                                      "implausible", "chosen", "why"}));
  ASSERT_EQ(map.table.rows.size(), values_of(map).size());
  for (std::size_t i = 0; i < map.table.rows.size(); ++i) {
    for (std::size_t c = 0; c < map.table.columns.size(); ++c) {
      EXPECT_EQ(map.table.rows[i][c], values_of(map)[i].at(map.table.columns[c]));
    }
  }
}

TEST(TradeoffCurves, AreOfMethodsWithANumericOptionAndTwoSettings) {
  Tuning tuning = some_tuning();
  const auto charts = tradeoff_curves(tuning);
  ASSERT_EQ(charts.size(), 2U);  // ipso has no option
  EXPECT_EQ(charts[0].id, "tradeoff-noise");
  EXPECT_EQ(charts[0].title, "noise: risk against loss");
  EXPECT_EQ(charts[1].id, "tradeoff-mdav");
  tuning.tuned[1].points.resize(1);
  EXPECT_EQ(tradeoff_curves(tuning).size(), 1U);
}

TEST(TradeoffCurves, LeaveOutWhatFailedAndAllThatDid) {
  Tuning tuning = some_tuning();
  EXPECT_EQ(values_of(tradeoff_curves(tuning)[0]).size(), 2U);
  for (Point& failing : tuning.tuned[0].points) failing.failure = Error{ErrorKind::io, "Why."};
  const auto charts = tradeoff_curves(tuning);
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0].id, "tradeoff-mdav");
}

TEST(TradeoffCurves, HaveTheOptionsOwnNumbersAndName) {
  const auto charts = tradeoff_curves(some_tuning());
  EXPECT_EQ(charts[0].table.rows[0][0], 10.0);
  EXPECT_EQ(charts[1].table.rows[1][0], 50.0);
  EXPECT_EQ(charts[0].spec["layer"][0]["encoding"]["x"]["title"], "percent");
  EXPECT_EQ(charts[1].spec["layer"][0]["encoding"]["x"]["title"], "k");
  EXPECT_NE(charts[1].alt.find("of mdav against k"), std::string::npos);
}

TEST(TradeoffCurves, SayWhereNoSourceIsKnown) {
  Tuning tuning = some_tuning();
  EXPECT_FALSE(tradeoff_curves(tuning)[0].sentence.ends_with("no source is known."));
  tuning.options.reading = tuning::Reading::as_published;
  EXPECT_TRUE(
      tradeoff_curves(tuning)[0].sentence.ends_with("Read on sorted tables: no source is known."));
}

TEST(Boxplots, AreOfTheMeasuresThatWereTaken) {
  std::vector<std::string> ids;
  for (const Chart& chart : boxplots(some_tuning())) ids.push_back(chart.id);
  EXPECT_EQ(ids,
            (std::vector<std::string>{"box-overall", "box-dbrl", "box-rid", "box-ps", "box-pil"}));
}

TEST(Boxplots, HaveOneValueForEachReplicationOfTheSettingShown) {
  const Chart dbrl = boxplots(some_tuning())[1];
  ASSERT_EQ(values_of(dbrl).size(), 5U);  // 3 of noise 30, 1 of mdav 50, 1 of ipso
  EXPECT_EQ(values_of(dbrl)[0]["value"], 0.1);
  EXPECT_EQ(values_of(dbrl)[1]["value"], 0.12);
  EXPECT_EQ(values_of(dbrl)[3]["label"], "mdav");
  EXPECT_EQ(values_of(dbrl)[4]["label"], "ipso (sorted)");
}

TEST(Boxplots, StandInTheOrderOfTheirMedians) {
  const Chart dbrl = boxplots(some_tuning())[1];
  ASSERT_EQ(dbrl.table.rows.size(), 3U);
  EXPECT_EQ(dbrl.table.rows[0], Json({"ipso (sorted)", 0.05, 0.05, 0.05}));
  EXPECT_EQ(dbrl.table.rows[1], Json({"noise", 0.1, 0.08, 0.12}));
  EXPECT_EQ(dbrl.table.rows[2], Json({"mdav", 0.8, 0.8, 0.8}));
  EXPECT_EQ(dbrl.spec["encoding"]["y"]["sort"], Json({"ipso (sorted)", "noise", "mdav"}));
}

TEST(Boxplots, OfNothingAreNone) {
  Tuning nothing;
  EXPECT_TRUE(boxplots(nothing).empty());
  EXPECT_TRUE(tradeoff_curves(nothing).empty());
  EXPECT_TRUE(values_of(risk_utility_map(nothing)).empty());
}

}  // namespace
}  // namespace overhand::report
