// Which trials are run: on how many records, how often, and until when.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>

#include "overhand/tuning/tuner.h"
#include "support/tables.h"

namespace overhand::tuning {
namespace {

Candidate noise(const std::vector<double>& percents) {
  Candidate candidate{"noise", *masking::find_method("noise"), {}};
  for (const double percent : percents) candidate.settings.push_back({{"percent", percent}});
  return candidate;
}

Tuning tuned(const Table& original, const std::vector<Candidate>& candidates,
             const TuneOptions& options) {
  const testing::Seeded seeded(1);
  auto result = tune(original, candidates, options, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

TEST(Trials, RunOnASampleOfALargeTable) {
  const Table original = testing::normal_table(500, 3, 1);
  const TuneOptions options{.replications = 2, .most_trial_rows = 100};
  const Tuning tuning = tuned(original, {noise({50})}, options);
  EXPECT_EQ(tuning.rows, 500U);
  EXPECT_EQ(tuning.trial_rows, 100U);
  const double risk = dbrl_of(tuning.tuned[0].points[0], Reading::by_true_source);
  EXPECT_EQ(risk * 200, std::round(risk * 200));  // the median of two shares of 100 records
  EXPECT_EQ(risk, dbrl_of(tuned(original, {noise({50})}, options).tuned[0].points[0],
                          Reading::by_true_source));  // the key's
  EXPECT_EQ(tuned(original, {noise({50})}, {.replications = 1}).trial_rows, 500U);
}

TEST(Trials, OfHopelessSettingsAreRunOnceForARelease) {
  const Table original = testing::normal_table(300, 4, 1);
  const TuneOptions options{.replications = 4, .rule = Rule::release};
  const auto points = tuned(original, {noise({1, 300})}, options).tuned[0].points;
  ASSERT_EQ(points[0].replicates.size(), 1U);
  EXPECT_EQ(points[0].notes.back(), "Tried 1 of 4 times: it is far above the ceiling.");
  EXPECT_EQ(points[1].replicates.size(), 4U);
  for (const Point& point :
       tuned(original, {noise({1, 300})}, {.replications = 4}).tuned[0].points) {
    EXPECT_EQ(point.replicates.size(), 4U);  // as published: all
  }
}

// A clock that is a second further each time it is asked.
TEST(Trials, EndWhenHalfOfTheTimeIsOver) {
  std::atomic<int> seconds = 0;
  TuneOptions options{.replications = 2};
  options.time = {20, [&] { return static_cast<double>(seconds++); }};
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const auto all = std::vector{noise({10, 20, 30, 40, 50}), noise({60, 70, 80, 90, 100})};
  const Tuning tuning = tuned(testing::normal_table(60, 3, 1), all, options);
  for (const Tuned& method : tuning.tuned) {
    EXPECT_FALSE(method.points.front().failure);  // each method had its turn, the ends first
    EXPECT_TRUE(method.points[1].failure);
    EXPECT_EQ(method.points[1].failure->message, "The time was up before it was tried.");
    EXPECT_EQ(method.points.front().notes.back(), "Tried 1 of 2 times: the time was up.");
  }
}

TEST(Trials, NeedTwoColumnsToMask) {
  Table original = testing::normal_table(50, 2, 1);
  original.columns()[1].role = Role::keep;
  const testing::Seeded seeded(1);
  const auto result = tune(original, {noise({10})}, {}, seeded.context);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::invalid_data);
  EXPECT_EQ(result.error().message, "There must be at least 2 columns to mask, not 1.");
}

TEST(Trials, StopInTheMidstOfOne) {
  std::atomic<int> questions = 0;
  const Progress progress(nullptr, [&] { return ++questions > 40; });
  const random::Key key = random::key_from_seed(1);
  const auto result =
      tune(testing::normal_table(200, 3, 7), {noise({10, 20, 30})}, {}, {key, progress});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
}

}  // namespace
}  // namespace overhand::tuning
