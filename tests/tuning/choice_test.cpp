// What may be chosen for a release, and what the paper's rule chooses.
#include "overhand/tuning/choice.h"

#include <gtest/gtest.h>

#include "overhand/core/text.h"
#include "support/tables.h"

namespace overhand::tuning {
namespace {

using evaluation::MeasureId;

// Shares as the trials of a setting may give them.
struct Shares {
  double risk = 0;
  double overall = 0.1;
  double loss = 0.1;
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
                               {MeasureId::not_whole, 0},
                               {MeasureId::shape_loss, shares.loss}}};
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
                                      {.overall = 0.2, .implausible = 0.04},
                                      {.overall = 0.3, .implausible = 0.02}};
  const Tuned tuned = chosen("ipso", points, for_release);
  EXPECT_EQ(tuned.choice, 2U);
  ASSERT_TRUE(tuned.points[0].excluded);
  EXPECT_NE(tuned.points[0].excluded->find("implausible values in 6 % of the records"),
            std::string::npos);
  ASSERT_TRUE(tuned.points[1].excluded);  // of 1,000 records, 4 % may become more than 5 %
  EXPECT_NE(tuned.points[1].excluded->find("chance can lift that above 5 %"), std::string::npos);
  EXPECT_FALSE(tuned.points[2].excluded);
  const Tuned of_many = chosen("ipso", points, for_release, {1'000'000, 1'000'000});
  EXPECT_EQ(of_many.choice, 1U);
}

TEST(Choose, RanksByTheScoreThatIsAskedFor) {
  const std::vector<Shares> points = {{.overall = 0.1, .loss = 0.3}, {.overall = 0.2, .loss = 0.2}};
  EXPECT_EQ(chosen("noise", points, {.score = Score::paper}).choice, 0U);
  EXPECT_EQ(chosen("noise", points, {.score = Score::loss}).choice, 1U);
}

TEST(Choose, TakesTheSafestOfNearlyEqualLosses) {
  const std::vector<Shares> points = {
      {.risk = 0.15, .loss = 0.02}, {.risk = 0.03, .loss = 0.029}, {.risk = 0.01, .loss = 0.031}};
  EXPECT_EQ(chosen("noise", points, {.score = Score::loss}).choice, 1U);
}

TEST(Choose, TakesTheSafestOfNearlyEqualLossesOfAllMethods) {
  const TuneOptions options{.score = Score::loss};
  Tuning tuning{
      .options = options,
      .tuned = {
          chosen("noise", {{.risk = 0.1, .loss = 0.02}}, options),
          chosen("mdav", {{.risk = 0.01, .loss = 0.035}, {.risk = 0.05, .loss = 0.028}}, options)}};
  EXPECT_EQ(tuning.tuned[1].choice, 0U);
  choose_best(tuning);
  EXPECT_EQ(tuning.best, 1U);
  EXPECT_EQ(tuning.tuned[1].choice, 1U);
}

TEST(Choose, PrefersARiskThatIsMeasuredAmongNearlyEqualLosses) {
  const TuneOptions options{.score = Score::loss};
  Tuned made = chosen("cart", {{.risk = 0.01, .loss = 0.02}}, options);
  for (Measurements* one :
       {&made.points[0].median.by_true_source, &made.points[0].median.as_published}) {
    one->pairing = evaluation::Pairing::sorted;
  }
  Tuning tuning{.options = options,
                .tuned = {made, chosen("noise", {{.risk = 0.1, .loss = 0.029}}, options)}};
  choose_best(tuning);
  EXPECT_EQ(tuning.best, 1U);
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

TEST(SettingText, NamesEveryOptionForPeople) {
  EXPECT_EQ(setting_text("noise", {{"percent", 69.5}}), "noise, percent 69.5");
  EXPECT_EQ(setting_text("mdav", {{"k", std::int64_t{3}}}), "mdav, k 3");
  EXPECT_EQ(setting_text("ipso", {}), "ipso");
  EXPECT_EQ(
      setting_text("cell_rotate", {{"k", std::int64_t{24}}, {"marginals", std::string("free")}}),
      "cell_rotate, k 24, marginals free");
}

// An order of columns is long, and names may have letters of several bytes.
TEST(SettingText, IsCutBetweenTwoLetters) {
  for (std::size_t plain = 0; plain < 4; ++plain) {
    std::string order(plain, 'a');
    for (int i = 0; i < 40; ++i) order += "\xc3\xa4";
    const std::string text = setting_text("cart", {{"order", masking::ColumnList{order}}});
    EXPECT_TRUE(is_utf8(text)) << text;
    EXPECT_TRUE(text.ends_with("\xc3\xa4…")) << text;
    EXPECT_LT(text.size(), 60U);
  }
}

TEST(Thinned, HasTheFirstAndTheLast) {
  const std::vector<int> all = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(thinned(all, 10), all);
  EXPECT_EQ(thinned(all, 99), all);
  EXPECT_EQ(thinned(all, 4), (std::vector<int>{1, 4, 7, 10}));
  EXPECT_EQ(thinned(all, 2), (std::vector<int>{1, 10}));
  EXPECT_EQ(thinned(all, 1), (std::vector<int>{1}));
  for (std::size_t count = 2; count < 10; ++count) {
    const auto some = thinned(all, count);
    EXPECT_EQ(some.size(), count);
    EXPECT_EQ(some.front(), 1);
    EXPECT_EQ(some.back(), 10);
    EXPECT_TRUE(std::ranges::is_sorted(some));
  }
}

// Each measure by itself: no masking need have had all of them.
TEST(Medians, AreOfEachMeasureByItself) {
  Point point = point_with({.risk = 0.1, .overall = 0.9});
  for (const Shares& shares :
       {Shares{.risk = 0.5, .overall = 0.1}, Shares{.risk = 0.3, .overall = 0.5}}) {
    point.replicates.push_back(point_with(shares).replicates.front());
  }
  set_medians(point);
  EXPECT_EQ(dbrl_of(point, Reading::by_true_source), 0.3);
  EXPECT_EQ(overall_of(point, Reading::as_published), 0.5);
}

TEST(Pooled, TakesAllMaskingsOfAllTables) {
  Point one = point_with({.risk = 0.1});
  one.notes = {"a note", "another"};
  Point two = point_with({.risk = 0.3});
  two.notes = {"a note"};
  const Point both = pooled({one, two});
  EXPECT_EQ(both.replicates.size(), 2U);
  EXPECT_DOUBLE_EQ(dbrl_of(both, Reading::by_true_source), 0.2);
  EXPECT_EQ(both.notes, (std::vector<std::string>{"a note", "another"}));
  Point failed;
  failed.failure = Error{ErrorKind::invalid_data, "Why."};
  const Point broken = pooled({one, failed, two});
  ASSERT_TRUE(broken.failure);
  EXPECT_EQ(broken.failure->message, "Why.");
  EXPECT_TRUE(broken.replicates.empty());
}

}  // namespace
}  // namespace overhand::tuning
