// Verdicts follow from the numbers: made-up results, whose verdicts are known.
#include <gtest/gtest.h>

#include <algorithm>

#include "overhand/study/released.h"
#include "overhand/study/study.h"

namespace overhand::study {
namespace {

using evaluation::MeasureId;
using evaluation::Measurements;
using evaluation::Pairing;
using tuning::Point;

Measurements measurements(double dbrl, double overall) {
  return {Pairing::sorted,
          {{MeasureId::dbrl, dbrl},
           {MeasureId::rid, 0.0},
           {MeasureId::sdid, 0.0},
           {MeasureId::ps, overall},
           {MeasureId::pil, overall},
           {MeasureId::mae, 1.0},
           {MeasureId::mse, 1.0},
           {MeasureId::brmae, .1},
           {MeasureId::brmse, .1},
           {MeasureId::risk_score, dbrl},
           {MeasureId::loss_score, overall},
           {MeasureId::overall_score, overall},
           {MeasureId::ks_largest, 0.0}}};
}

MethodResult method(const std::string& name, double overall, double dbrl = 0.1) {
  const auto& entrant = *std::ranges::find(entrants(), name, &Entrant::name);
  Point point{{{"bins", std::int64_t{10}}}, {}, {}};
  point.median = {measurements(dbrl, overall), measurements(dbrl, overall)};
  point.replicates = {point.median};
  return method_result(entrant, {{point}});
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
  EXPECT_EQ(true_source_claims(study).back().holds, true);
}

std::optional<bool> verdict(const Study& study, const std::string& start) {
  for (const Claim& claim : claims(study)) {
    if (claim.statement.starts_with(start)) return claim.holds;
  }
  ADD_FAILURE() << "no claim begins with " << start;
  return std::nullopt;
}

// Sets one measure of a method's only point, in both readings.
MethodResult with(MethodResult method, MeasureId id, double value) {
  Point& point = method.points.front();
  for (tuning::Replicate* replicate : {&point.median, &point.replicates.front()}) {
    for (Measurements* measured : {&replicate->as_published, &replicate->by_true_source}) {
      std::ranges::find(measured->all, id, &evaluation::Measurement::id)->value = value;
    }
  }
  return method_result(method.entrant, {{point}});
}

TEST(Claims, CartFirstAndSjppdsSecondHaveTheLowestLinkage) {
  const auto cart = method("cart", 0.1, 0.01), sjppds = method("sjppds", 0.1, 0.02);
  EXPECT_EQ(verdict(study_of({cart, sjppds, method("noise", 0.1, 0.1)}), "Cart has the lowest"),
            true);
  EXPECT_EQ(verdict(study_of({cart, sjppds, method("noise", 0.1, 0.015)}), "Cart has the lowest"),
            false);
}

TEST(Claims, TheHighestRidMustAlsoBeSmall) {
  const auto sjppds = method("sjppds", 0.1);
  const auto noise = with(method("noise", 0.1), MeasureId::rid, 0.02);
  const char* claim = "SJPPDS has the highest RID";
  EXPECT_EQ(verdict(study_of({with(sjppds, MeasureId::rid, 0.03), noise}), claim), true);
  EXPECT_EQ(verdict(study_of({with(sjppds, MeasureId::rid, 0.01), noise}), claim), false);
  EXPECT_EQ(verdict(study_of({with(sjppds, MeasureId::rid, 0.05), noise}), claim), false);
}

TEST(Claims, MicroaggregationMayHaveAHigherSdidOnTarragonaOnly) {
  auto study = study_of({with(method("sjppds", 0.1), MeasureId::sdid, 0.01),
                         with(method("mdav", 0.1), MeasureId::sdid, 0.05), method("noise", 0.1)});
  EXPECT_EQ(verdict(study, "SJPPDS has the highest SDID"), false);
  study.experiments.front().name = "tarragona";
  EXPECT_EQ(verdict(study, "SJPPDS has the highest SDID"), true);
}

TEST(Claims, PilMustBeBestByFar) {
  const auto sjppds = with(method("sjppds", 0.1), MeasureId::pil, 0.1);
  const auto other = method("cart", 0.2);
  EXPECT_EQ(verdict(study_of({sjppds, with(other, MeasureId::pil, 0.3)}), "SJPPDS has the best PS"),
            true);
  EXPECT_EQ(
      verdict(study_of({sjppds, with(other, MeasureId::pil, 0.15)}), "SJPPDS has the best PS"),
      false);
}

TEST(Claims, AMethodThatWinsEverywhereIsSeen) {
  const auto study = study_of({method("sjppds", 0.1, 0.05), method("cart", 0.2, 0.1)});
  EXPECT_EQ(verdict(study, "No method is best"), false);
  EXPECT_EQ(verdict(study_of({method("sjppds", 0.1, 0.1), method("cart", 0.2, 0.05)}),
                    "No method is best"),
            true);
}

TEST(Claims, AChangedColumnIsSeen) {
  const auto sjppds = method("sjppds", 0.1);
  EXPECT_EQ(verdict(study_of({sjppds}), "SJPPDS leaves"), true);
  EXPECT_EQ(verdict(study_of({with(sjppds, MeasureId::ks_largest, 0.001)}), "SJPPDS leaves"),
            false);
}

TEST(Claims, EveryCloudMustComeNearerToTheOriginal) {
  Study study{};
  study.clouds = {{"original", {}, {}, 0.9}, {"3 bins", {}, {}, 0.7}, {"10 bins", {}, {}, 0.8}};
  EXPECT_EQ(verdict(study, "The more bins"), true);
  study.clouds.push_back({"30 bins", {}, {}, 0.75});
  EXPECT_EQ(verdict(study, "The more bins"), false);
}

TEST(Claims, SortingMustGiveTheLargerRisk) {
  Study study{};
  study.unsorted = {{"census", "Census", "sjppds", 0.01, 0.02, 0.9}};
  EXPECT_EQ(verdict(study, "For SJPPDS and cart, sorting"), true);
  study.unsorted.push_back({"census", "Census", "cart", 0.02, 0.01, std::nullopt});
  EXPECT_EQ(verdict(study, "For SJPPDS and cart, sorting"), false);
}

Timing timing(const std::string& method, std::size_t rows, double seconds) {
  return {"rows", method, {rows, 12, 100}, {seconds}};
}

std::optional<bool> time_verdict(const Study& study, const std::string& start) {
  const auto all = timing_claims(study);
  return std::ranges::find_if(all, [&](const Claim& c) { return c.statement.starts_with(start); })
      ->holds;
}

TEST(Claims, TheOrderOfSpeedDecides) {
  Study study{};
  study.timings = {timing("sjppds_full", 10000, 90), timing("pppca", 10000, 80),
                   timing("cart", 10000, 70),        timing("sjppds_simplified", 10000, 0.6),
                   timing("mdav", 10000, 0.5),       timing("noise", 10000, 0.1),
                   timing("sjppds", 10000, 0.01),    timing("correlated_noise", 10000, 0.2)};
  EXPECT_EQ(time_verdict(study, "The full algorithm"), true);
  EXPECT_EQ(time_verdict(study, "Adding noise"), true);
  EXPECT_EQ(time_verdict(study, "SJPPDS (simplified) masks"), true);
  EXPECT_EQ(time_verdict(study, "The simplified algorithm is orders"), true);
  study.timings.push_back(timing("pca", 10000, 0.05));
  study.timings.push_back(timing("rank_swap", 10000, 75));
  EXPECT_EQ(time_verdict(study, "The full algorithm"), false);
  EXPECT_EQ(time_verdict(study, "Adding noise"), false);
}

TEST(Claims, MeasuringAgainstMaskingIsAtTheSizeOfTheExperiments) {
  Study study{};
  study.timings = {timing(all_measures, 1000, 2), timing("cart", 1000, 1), timing("mdav", 1000, 1),
                   timing("noise", 1000, 1), timing("cart", 2000, 9)};
  EXPECT_EQ(time_verdict(study, "Computing the measures"), true);
  study.timings.push_back(timing("pppca", 1000, 3));
  EXPECT_EQ(time_verdict(study, "Computing the measures"), false);
}

TEST(Claims, WhatWasNotRunHasNoVerdict) {
  for (const Claim& claim : claims(Study{})) EXPECT_FALSE(claim.holds) << claim.statement;
  for (const Claim& claim : timing_claims(Study{})) EXPECT_FALSE(claim.holds) << claim.statement;
}

Point setting(std::int64_t bins, double dbrl, double overall) {
  const tuning::Replicate replicate{measurements(dbrl, overall), measurements(dbrl, overall)};
  return {{{"bins", bins}}, {replicate}, replicate};
}

TEST(Choice, TheCeilingItselfIsNotBelowIt) {
  const std::vector<Point> points = {setting(10, 0.2, 0.1), setting(20, 0.1, 0.3)};
  const Choice choice = choose(points, tuning::Reading::as_published, 0.2);
  EXPECT_EQ(choice.under, 1U);
  EXPECT_FALSE(choose(points, tuning::Reading::as_published, 0.1).under);
  EXPECT_EQ(choose(points, tuning::Reading::as_published, 0.1).safest, 1U);
}

TEST(Choice, EachTableIsTunedByItself) {
  const auto result =
      method_result(entrant_named("sjppds"), {{setting(10, 0.1, 0.1), setting(20, 0.1, 0.3)},
                                              {setting(10, 0.9, 0.1), setting(20, 0.1, 0.2)},
                                              {setting(10, 0.9, 0.1), setting(20, 0.8, 0.4)}});
  ASSERT_TRUE(result.as_published);
  EXPECT_EQ(result.as_published->settings, (std::vector<std::size_t>{0, 1, 1}));
  EXPECT_EQ(result.as_published->tables_under, 2U);
  EXPECT_TRUE(result.as_published->is_under());
  EXPECT_EQ(overall_of(result.as_published->point, tuning::Reading::as_published), 0.2);
  EXPECT_EQ(setting_text(result, *result.as_published), "bins 10 to 20");
  EXPECT_EQ(result.points.front().replicates.size(), 3U);
}

TEST(Choice, OverTheCeilingOnMostTablesIsOver) {
  const auto result =
      method_result(entrant_named("sjppds"), {{setting(10, 0.1, 0.1)}, {setting(10, 0.9, 0.1)}});
  EXPECT_FALSE(result.as_published->is_under());
  EXPECT_EQ(setting_text(result, *result.as_published), "bins 10");
}

TEST(Released, TheDifferenceIsRecomputedInItsPlace) {
  const Table table({{"a", Integers{5, 7}}, {"b", Integers{2, 9}}, {"c", Reals{1, 1}}});
  const auto made = with_difference(table, "d", "a", "b", "c");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->columns()[2].name, "d");
  EXPECT_EQ(std::get<Cells<std::int64_t>>(made->columns()[2].values), (Integers{3, -2}));
  EXPECT_FALSE(with_difference(table, "d", "a", "missing", "c"));
}

}  // namespace
}  // namespace overhand::study
