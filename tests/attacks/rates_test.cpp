#include "overhand/attacks/rates.h"

#include <gtest/gtest.h>

namespace overhand::attacks {
namespace {

TEST(Rates, RiskIsWhatIsLearntOfPeopleWhoAreIn) {
  const AttackRisk risk = risk_of({{100, 60}, {100, 20}});
  EXPECT_DOUBLE_EQ(risk.target, 0.6);
  EXPECT_DOUBLE_EQ(risk.control, 0.2);
  EXPECT_DOUBLE_EQ(risk.risk, 0.5);
  EXPECT_LT(risk.interval.low, 0.5);
  EXPECT_GT(risk.interval.high, 0.5);
}

// Wilson of 60 and of 20 in 100: .5963 +- .0942 and .2111 +- .0776 (by hand); the derivatives of
// the risk are 1 / .7889 and .4037 / .7889^2.
TEST(Rates, PropagateTheErrorsOfBoth) {
  const AttackRisk risk = risk_of({{100, 60}, {100, 20}});
  EXPECT_NEAR(risk.interval.low, 0.4883 - 0.1295, 0.0005);
  EXPECT_NEAR(risk.interval.high, 0.4883 + 0.1295, 0.0005);
}

TEST(Rates, ArePerPersonHoweverOftenSomebodyWasATarget) {
  const AttackRisk once = risk_of({{100, 60}, {100, 20}});
  const AttackRisk often = risk_of({{400, 240}, {100, 20}}, {4, 1});
  EXPECT_DOUBLE_EQ(often.interval.high, once.interval.high);
}

// A hundred people with half of their guesses right each say more than a hundred guesses.
TEST(Rates, AreSurerWherePeopleDifferLittle) {
  AttackTally averaged;
  AttackTally single;
  for (int i = 0; i < 100; ++i) {
    averaged.target.add(i % 2 == 0 ? 0.4 : 0.6);
    averaged.control.add(i % 2 == 0 ? 0.1 : 0.3);
    single.target.add(i % 2);
    single.control.add(i % 5 == 0 ? 1 : 0);
  }
  EXPECT_NEAR(risk_of(averaged).risk, risk_of(single).risk, 1e-12);
  const auto length = [](const AttackRisk& risk) { return risk.interval.high - risk.interval.low; };
  EXPECT_LT(length(risk_of(averaged)), 0.3 * length(risk_of(single)));
  // Whole guesses are as they were.
  EXPECT_DOUBLE_EQ(risk_of(single).interval.high, risk_of({{100, 50}, {100, 20}}).interval.high);
}

TEST(Rates, WhatIsRightAboutEverybodyIsNoRisk) {
  AttackTally tally;
  for (int person = 0; person < 50; ++person) {
    tally.target.add(1);
    tally.control.add(1);
  }
  const AttackRisk risk = risk_of(tally, {});
  EXPECT_EQ(risk.risk, 0);
  EXPECT_EQ(risk.interval.high, 0);
}

TEST(Rates, AreNeverBelowZeroNorAboveOne) {
  EXPECT_DOUBLE_EQ(risk_of({{10, 1}, {10, 5}}).risk, 0);
  EXPECT_DOUBLE_EQ(risk_of({{10, 10}, {10, 0}}).risk, 1);
  EXPECT_LE(risk_of({{10, 10}, {10, 9}}).interval.high, 1);
  EXPECT_DOUBLE_EQ(risk_of({}).interval.high, 1);  // nothing was measured
}

}  // namespace
}  // namespace overhand::attacks
