// What may be chosen for a release, and what the paper's rule chooses.
#include "overhand/tuning/choice.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace overhand::tuning {
namespace {

using evaluation::MeasureId;

// Shares as the trials of a setting may give them.
struct Shares {
  double risk = 0;
  double overall = 0.1;
  double implausible = 0;
  double seconds = 0;
};

Point point_with(const Shares& shares) {
  const Measurements measured{evaluation::Pairing::lineage,
                              {{MeasureId::dbrl, shares.risk},
                               {MeasureId::overall_score, shares.overall},
                               {MeasureId::implausible, shares.implausible},
                               {MeasureId::beyond_range, shares.implausible},
                               {MeasureId::wrong_sign, 0},
                               {MeasureId::not_whole, 0}}};
  Point point{{}, {{measured, measured}}, {}};
  set_medians(point);
  point.seconds = shares.seconds;
  return point;
}

Tuned chosen(const char* method, const std::vector<Shares>& points, const TuneOptions& options,
             const Extent& extent = {1000, 1000}) {
  Tuned tuned{{method, *masking::find_method(method), {}}, {}};
  for (const Shares& shares : points) tuned.points.push_back(point_with(shares));
  choose(tuned, options, extent);
  return tuned;
}

const TuneOptions for_release{.rule = Rule::release};

TEST(Choose, SetsImplausibleSettingsAsideForARelease) {
  const std::vector<Shares> points = {{.overall = 0.1, .implausible = 0.06},
                                      {.overall = 0.2, .implausible = 0.05}};
  const Tuned tuned = chosen("ipso", points, for_release);
  EXPECT_EQ(tuned.choice, 1U);
  ASSERT_TRUE(tuned.points[0].excluded);
  EXPECT_NE(tuned.points[0].excluded->find("implausible values in 6 % of the records"),
            std::string::npos);
  EXPECT_FALSE(tuned.points[1].excluded);
}

TEST(Choose, KeepsToThePapersRuleInAStudy) {
  const std::vector<Shares> points = {{.risk = 0.199, .overall = 0.1, .implausible = 1},
                                      {.overall = 0.2}};
  const Tuned tuned = chosen("ipso", points, {});
  EXPECT_EQ(tuned.choice, 0U);
  EXPECT_FALSE(tuned.points[0].excluded);
}

TEST(Choose, LeavesRoomForChance) {
  // 3 sqrt(0.17 0.83 / 1000) = 0.036, 3 sqrt(0.16 0.84 / 1000) = 0.035.
  const std::vector<Shares> points = {{.risk = 0.17, .overall = 0.1},
                                      {.risk = 0.16, .overall = 0.2}};
  const Tuned tuned = chosen("noise", points, for_release);
  EXPECT_EQ(tuned.choice, 1U);
  ASSERT_TRUE(tuned.points[0].excluded);
  EXPECT_NE(tuned.points[0].excluded->find("too near the ceiling"), std::string::npos);
}

TEST(Choose, LeavesNoRoomWhereThereIsNoChance) {
  const std::vector<Shares> points = {{.risk = 0.2}};
  EXPECT_TRUE(chosen("mdav", points, for_release).choice);
  EXPECT_FALSE(chosen("noise", points, for_release).choice);
  EXPECT_FALSE(chosen("mdav", points, for_release, {5000, 1000}).choice);  // a sample is chance
}

TEST(Choose, SetsAsideWhatWouldTakeTooLongOnTheWholeTable) {
  const Extent extent{100000, 10000};
  const std::vector<Shares> points = {{.overall = 0.1, .seconds = 10}};
  EXPECT_TRUE(chosen("noise", points, for_release, extent).choice);  // 100 s
  const Tuned mdav = chosen("mdav", points, for_release, extent);    // 1000 s: quadratic
  EXPECT_FALSE(mdav.choice);
  EXPECT_NE(mdav.points[0].excluded->find("would take about 17 min"), std::string::npos);
  TuneOptions limited = for_release;
  limited.time.seconds = 4000;
  EXPECT_TRUE(chosen("mdav", points, limited, extent).choice);
  limited.time.seconds = 100;
  EXPECT_FALSE(chosen("noise", points, limited, extent).choice);
}

TEST(ShownPoint, IsTheChoiceOrElseTheBestUnderTheCeilingOrElseTheSafest) {
  const auto shown = [](const std::vector<Shares>& points) {
    return shown_point(chosen("noise", points, for_release), for_release);
  };
  EXPECT_EQ(shown({{.overall = 0.1, .implausible = 1}, {.overall = 0.2}}), 1U);
  EXPECT_EQ(shown({{.risk = 0.3, .overall = 0.1}, {.overall = 0.2, .implausible = 1}}), 1U);
  EXPECT_EQ(shown({{.risk = 0.4}, {.risk = 0.3}}), 1U);
}

}  // namespace
}  // namespace overhand::tuning
