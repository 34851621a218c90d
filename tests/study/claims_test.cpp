// Verdicts follow from the figures: made-up results, whose verdicts are known.
#include <gtest/gtest.h>

#include <algorithm>

#include "overhand/study/released.h"
#include "overhand/study/study.h"

namespace overhand::study {
namespace {

using tuning::Figures;
using tuning::Pairing;
using tuning::Point;

Figures figures(double dbrl, double overall) {
  return {
      Pairing::sorted,
      {{"dbrl", dbrl}, {"rid", 0.0}, {"sdid", 0.0}},
      {{"ps", overall}, {"pil", overall}, {"mae", 1.0}, {"mse", 1.0}, {"brmae", .1}, {"brmse", .1}},
      {{"risk", dbrl}, {"loss", overall}, {"overall", overall}},
      {}};
}

MethodResult method(const std::string& name, double overall, double dbrl = 0.1) {
  const auto& entrant = *std::ranges::find(entrants(), name, &Entrant::name);
  Point point{{{"bins", std::int64_t{10}}}, {}, {}};
  point.median = {figures(dbrl, overall), figures(dbrl, overall)};
  point.replicates = {point.median};
  MethodResult result{entrant, {point}, {}, {}};
  result.paper = choose(result.points, tuning::RiskBasis::paper, ceiling);
  result.honest = choose(result.points, tuning::RiskBasis::lineage, ceiling);
  return result;
}

Study study_of(std::vector<MethodResult> methods) {
  Study study{};
  study.experiments.push_back({"census", "Census", 10, 2, 1, 1, std::move(methods)});
  return study;
}

std::optional<bool> first_verdict(const Study& study) { return claims(study).front().holds; }

TEST(Claims, TheBestScoreDecides) {
  EXPECT_EQ(first_verdict(study_of({method("sjppds", 0.1), method("cart", 0.2)})), true);
  EXPECT_EQ(first_verdict(study_of({method("sjppds", 0.3), method("cart", 0.2)})), false);
}

TEST(Claims, AScoreOverTheCeilingDoesNotCount) {
  EXPECT_EQ(first_verdict(study_of({method("sjppds", 0.1, 0.9), method("cart", 0.2)})), false);
}

TEST(Claims, OwnMethodsDoNotCountAgainstThePaper) {
  const auto study = study_of({method("sjppds", 0.1), method("cell_rotate", 0.05)});
  EXPECT_EQ(first_verdict(study), true);
  EXPECT_EQ(honest_claims(study).back().holds, true);
}

TEST(Claims, WhatWasNotRunHasNoVerdict) {
  for (const Claim& claim : claims(Study{})) EXPECT_FALSE(claim.holds) << claim.statement;
  for (const Claim& claim : timing_claims(Study{})) EXPECT_FALSE(claim.holds) << claim.statement;
}

TEST(Claims, GrowthIsTheExponent) {
  std::vector<Timing> timings;
  for (const double size : {5.0, 10.0, 15.0, 20.0, 25.0, 30.0}) {
    timings.push_back(
        {"columns", "sjppds", 1000, static_cast<std::size_t>(size), 100, 1e-5 * size * size});
  }
  EXPECT_NEAR(*growth(timings, timing_series()[1], "sjppds"), 2, 1e-9);
  EXPECT_FALSE(growth(timings, timing_series()[1], "cart"));
}

TEST(Released, TheDifferenceIsRecomputedInItsPlace) {
  const Table table({{"a", Integers{5, 7}}, {"b", Integers{2, 9}}, {"c", Reals{1, 1}}});
  const auto made = with_difference(table, "d", "a", "b", "c");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->columns()[2].name, "d");
  EXPECT_EQ(std::get<Integers>(made->columns()[2].values), (Integers{3, -2}));
  EXPECT_FALSE(with_difference(table, "d", "a", "missing", "c"));
}

}  // namespace
}  // namespace overhand::study
