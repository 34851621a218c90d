// The experiments of the paper at a small size.
#include "overhand/study/experiments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "overhand/study/study.h"

namespace overhand::study {
namespace {

constexpr StudySize tiny = {2, 3, 2};

const random::Key& key() {
  static const random::Key the_key = random::key_from_seed(7);
  return the_key;
}

ExperimentResult ran(const Experiment& experiment, const std::vector<std::string>& only) {
  const Progress silent;
  auto result = run(experiment, only, {key(), silent});
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

const ExperimentResult& gaussian() {
  static const ExperimentResult result = ran(gaussian_tables(tiny, key()), {});
  return result;
}

TEST(Experiments, EveryEntrantIsMeasuredByBothReadings) {
  ASSERT_EQ(gaussian().methods.size(), entrants().size());
  for (const MethodResult& method : gaussian().methods) {
    SCOPED_TRACE(method.entrant.name);
    ASSERT_TRUE(method.as_published && method.by_true_source);
    EXPECT_EQ(method.as_published->settings.size(), tiny.simulated_tables);
    EXPECT_EQ(method.as_published->point.replicates.size(), tiny.simulated_tables);
    EXPECT_LE(method.points.size(), std::size_t{9});
  }
}

TEST(Experiments, SortedPairingHidesWhatTheSourcesOfSjppdsShow) {
  const MethodResult* sjppds = find_method(gaussian(), "sjppds");
  ASSERT_NE(sjppds, nullptr);
  const auto& many_bins = sjppds->points.back().median;
  // 300 bins of 500 records: a masked record all but equals its source.
  EXPECT_GT(value_of(many_bins.by_true_source, evaluation::MeasureId::dbrl), 0.95);
  EXPECT_LT(value_of(many_bins.as_published, evaluation::MeasureId::dbrl), 0.5);
  EXPECT_EQ(sjppds->by_true_source->tables_under, 0U);
}

TEST(Experiments, TheLiteralAlgorithmsScoreAsTheClosedForm) {
  const auto standings =
      ranking(gaussian(), tuning::Reading::as_published, {Family::paper, Family::variant});
  const auto overall = [&](std::string_view name) {
    return std::ranges::find(
               standings, name,
               [](const Standing& s) { return std::string_view(s.method->entrant.name); })
        ->overall;
  };
  // The same distribution; two maskings of 500 records differ by a few thousandths.
  EXPECT_NEAR(overall("sjppds_full"), overall("sjppds"), 0.02);
  EXPECT_NEAR(overall("sjppds_simplified"), overall("sjppds"), 0.02);
}

TEST(Experiments, AMethodAloneGivesWhatItGivesAmongOthers) {
  const auto alone = ran(gaussian_tables(tiny, key()), {"noise"});
  ASSERT_EQ(alone.methods.size(), 1U);
  const auto& points = alone.methods.front().points;
  const auto& among = find_method(gaussian(), "noise")->points;
  ASSERT_EQ(points.size(), among.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(overall_of(points[i], tuning::Reading::as_published),
              overall_of(among[i], tuning::Reading::as_published));
  }
}

TEST(Experiments, EverySettingOfThePapersGridIsTriedByBothLiteralAlgorithms) {
  for (const char* name : {"sjppds_full", "sjppds_simplified"}) {
    const Entrant& entrant = entrant_named(name);
    const auto tried =
        candidate_of(entrant, gaussian_tables(tiny, key()).tables.front(), key(), {30});
    ASSERT_EQ(tried.settings.size(), 30U);
    EXPECT_EQ(masking::text_of(tried.settings.front().at("bins")), "10");
    EXPECT_EQ(masking::text_of(tried.settings.back().at("bins")), "300");
  }
}

TEST(Experiments, OrdersAreTriedOnEveryTable) {
  const auto experiment = gaussian_tables(tiny, key());
  const Progress silent;
  const auto orders = run_orders(experiment, gaussian(), {key(), silent});
  ASSERT_TRUE(orders);
  EXPECT_EQ(orders->rows.size(), tiny.grid_points * tiny.simulated_tables);
  for (const OrderRow& row : orders->rows) {
    EXPECT_EQ(row.cart.size(), 1U);
    EXPECT_EQ(row.sjppds.size(), 1U);
  }
}

TEST(Experiments, RecordsAsTheyLieAreStrangersAndSortingHidesTheSources) {
  const auto experiment = gaussian_tables(tiny, key());
  const Progress silent;
  const auto rows = run_unsorted(experiment, gaussian(), {key(), silent});
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 2U);
  const Unsorted& sjppds = rows->front();
  EXPECT_LT(sjppds.as_they_lie, sjppds.sorted);
  EXPECT_LT(sjppds.sorted, sjppds.by_source);
  EXPECT_FALSE(rows->back().by_source);
}

TEST(Experiments, TablesOfOneExperimentDiffer) {
  const auto experiment = exponential_tables(tiny, key());
  ASSERT_EQ(experiment.tables.size(), 2U);
  EXPECT_NE(reals(experiment.tables[0].columns()[0]), reals(experiment.tables[1].columns()[0]));
}

TEST(Experiments, ASettingThatIsRefusedIsALineOfTheResult) {
  std::vector<Row> first(20);
  std::iota(first.begin(), first.end(), 0U);
  const Table small = gather(gaussian_tables(tiny, key()).tables.front(), first);
  const auto result = ran(single_table("census", "Small", small, {2, 30, 1}), {"mdav", "noise"});
  const auto& mdav = find_method(result, "mdav")->points;
  EXPECT_FALSE(mdav.front().failure);
  ASSERT_TRUE(mdav.back().failure);  // groups of 31 among 20 records
  EXPECT_NE(mdav.back().failure->message.find("k"), std::string::npos);
  EXPECT_TRUE(find_method(result, "mdav")->as_published);
}

TEST(Experiments, CancelledWorkFails) {
  const Progress cancelled({}, [] { return true; });
  const auto result = run(gaussian_tables(tiny, key()), {"noise"}, {key(), cancelled});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
}

}  // namespace
}  // namespace overhand::study
