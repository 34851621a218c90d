// What the attacks learnt: bars with their ceiling, a table of the same figures, and the settings.
#include <gtest/gtest.h>

#include "overhand/report/attack_charts_internal.h"
#include "overhand/report/report.h"

namespace overhand::report {
namespace {

using release::Held;

std::vector<Held> some_held(double learnt) {
  return {{"inference_3", "three facts known", learnt, .12, "vote",
           release::Rates{.3, .2, .296, statistics::Interval{.1, .15}}},
          {"kept_classes", "kept", 0, 0}};
}

release::Gate gate_of(const std::vector<double>& learnt) {
  release::Gate gate{};
  for (const double one : learnt) {
    release::Attempt& attempt = gate.attempts.emplace_back();
    attempt.setting = "k 20";
    attempt.loss = .1;
    attempt.held = some_held(one);
  }
  return gate;
}

TEST(AttackCharts, BarsCarryTargetControlIntervalAndCeiling) {
  const Json section = attack_section(gate_of({.15}), some_held(.15));
  const Json& bars = section["figures"][0];
  const Json& values = bars["spec"]["data"]["values"];
  ASSERT_EQ(values.size(), 2U);  // what is kept was guessed by nobody
  EXPECT_EQ(values[0]["who"], "people in the table");
  EXPECT_DOUBLE_EQ(values[0]["share"], 30);
  EXPECT_DOUBLE_EQ(values[0]["allowed"], 29.6);
  EXPECT_DOUBLE_EQ(values[0]["low"], 28);
  EXPECT_DOUBLE_EQ(values[0]["high"], 32);
  EXPECT_EQ(values[1]["who"], "strangers");
  EXPECT_DOUBLE_EQ(values[1]["share"], 20);
  EXPECT_FALSE(values[1].contains("allowed"));
}

TEST(AttackCharts, TheTableHoldsWhatTheBarsShow) {
  const Json bars = attack_section(gate_of({.15}), some_held(.15))["figures"][0];
  const Json& rows = bars["table"]["rows"];
  EXPECT_EQ(rows[0], (Json{"three facts known", 30.0, 20.0, .15, .12, "no", "vote"}));
  EXPECT_EQ(rows[1], (Json{"kept", nullptr, nullptr, 0.0, 0.0, "yes", ""}));
  const std::string alt = bars["alt"];
  EXPECT_NE(alt.find("three facts known: people in the table 30, strangers 20, allowed 30"),
            std::string::npos)
      << alt;
}

TEST(AttackCharts, SettingsSayWhichPassesOrComesNearest) {
  release::Gate gate = gate_of({.36, .24});
  gate.nearest = 1;
  const auto words = [&](std::size_t attempt) -> std::string {
    return attack_section(gate, some_held(.24))["figures"][1]["table"]["rows"][attempt][2];
  };
  EXPECT_EQ(words(0), "3 times a ceiling");
  EXPECT_EQ(words(1), "comes nearest, 2 times a ceiling");
  gate.passed = 1;
  EXPECT_EQ(words(1), "under every ceiling");
}

TEST(AttackCharts, NothingAttackedIsNoSection) {
  EXPECT_TRUE(attack_section(gate_of({}), {}).is_null());
}

TEST(AttackCharts, AnAcceptedRiskIsSaidFirst) {
  const Json before = {{"verdict", {{"level", "refused"}}},
                       {"details", Json::array({Json{{"name", "table"}, {"value", "a.csv"}}})}};
  const Json after = with_accepted_risk(before, "the ministry \"asked\"");
  EXPECT_EQ(after["verdict"]["accepted"], "the ministry \"asked\"");
  EXPECT_EQ(after["verdict"]["level"], "refused");
  ASSERT_EQ(after["details"].size(), 2U);
  EXPECT_EQ(after["details"][0]["name"], "risk accepted because");
  EXPECT_EQ(after["details"][0]["value"], "the ministry \"asked\"");
}

}  // namespace
}  // namespace overhand::report
