#include <gtest/gtest.h>

#include <cmath>

#include "overhand/keys/individual_risk_internal.h"

namespace overhand::keys {
namespace {

// Four times as heavy as there are records, p = 1/4: (1/3) log 4; 1/3 - (1/9) log 4; (1/4)/(3 -
// 3/4).
TEST(IndividualRisk, IsAsComputedByHand) {
  EXPECT_DOUBLE_EQ(individual_risk(1, 4), std::log(4) / 3);
  EXPECT_DOUBLE_EQ(individual_risk(2, 8), 1.0 / 3 - std::log(4) / 9);
  EXPECT_DOUBLE_EQ(individual_risk(3, 12), .25 / 2.25);
}

// Values of sdcMicro 5.8.1, indivRisk.
TEST(IndividualRisk, IsThatOfSdcMicro) {
  EXPECT_NEAR(individual_risk(1, 10.78), 0.243117849231171, 1e-14);
  EXPECT_NEAR(individual_risk(2, 57.23), 0.0318141142870898, 1e-14);
  EXPECT_NEAR(individual_risk(3, 115.88), 0.0127790083489521, 1e-14);
}

TEST(IndividualRisk, OfAllThereAreIsOneOverTheirNumber) {
  for (const Row records : {1U, 2U, 3U, 10U}) {
    EXPECT_EQ(individual_risk(records, records), 1.0 / records);
    EXPECT_EQ(individual_risk(records, records / 2.0), 1.0 / records);
  }
}

// The plain formulas cancel there: for two records and p = 1 - 1e-9 they give 0.
TEST(IndividualRisk, GoesToThatSmoothly) {
  for (const double more : {1e-13, 1e-9, 1e-6, 1e-4, .009, .0101, .02}) {
    EXPECT_NEAR(individual_risk(1, 1 + more), 1, more);
    EXPECT_NEAR(individual_risk(2, 2 * (1 + more)), .5, more);
    EXPECT_LE(individual_risk(2, 2 * (1 + more)), .5);
  }
}

// The mean of 1/F of a negative binomial F, summed term by term.
TEST(IndividualRisk, IsTheMeanOfOneOverTheClassInThePopulation) {
  for (const Row records : {1U, 2U}) {
    for (const double p : {.05, .3, .9, .995}) {
      double mean = 0;
      for (double people = records; people < 2000; ++people) {
        const double ways = records == 1 ? 1 : people - 1;
        mean += ways * std::pow(p, records) * std::pow(1 - p, people - records) / people;
      }
      EXPECT_NEAR(individual_risk(records, records / p), mean, 1e-12) << records << " " << p;
    }
  }
}

TEST(IndividualRisk, OfEachClass) { EXPECT_EQ(individual_risks({{1, 2}, {1, 2}}), (Reals{1, .5})); }

}  // namespace
}  // namespace overhand::keys
