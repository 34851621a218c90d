#include "overhand/tuning/tuner.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "support/csv.h"
#include "support/tables.h"

namespace overhand::tuning {
namespace {

using testing::Seeded;

const masking::Method& method(const char* name) { return **masking::find_method(name); }

Candidate with_grid(const char* name, const char* option, const std::vector<double>& values) {
  Candidate candidate{name, &method(name), {}};
  for (const double value : values) candidate.settings.push_back({{option, value}});
  return candidate;
}

Tuning tuned(const Table& original, const std::vector<Candidate>& candidates,
             const TuneOptions& options) {
  const Seeded seeded(1);
  auto result = tune(original, candidates, options, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

TEST(Candidate, HasTheGridOfTheCatalogue) {
  const Table original = testing::normal_table(50, 3, 1);
  const random::Key key = random::key_from_seed(1);
  const Candidate noise = candidate(method("noise"), original, key);
  ASSERT_EQ(noise.settings.size(), 30U);
  EXPECT_EQ(std::get<double>(noise.settings[1].at("percent")), 5);
  const Candidate sjppds = candidate(method("sjppds"), original, key, {10});
  ASSERT_EQ(sjppds.settings.size(), 10U);
  EXPECT_EQ(std::get<std::int64_t>(sjppds.settings.front().at("bins")), 10);
  EXPECT_EQ(std::get<std::int64_t>(sjppds.settings.back().at("bins")), 300);
}

TEST(Candidate, TriesRandomOrdersOfColumns) {
  const Table original = testing::normal_table(50, 6, 1);
  const Candidate cart = candidate(method("cart"), original, random::key_from_seed(1));
  ASSERT_EQ(cart.settings.size(), 30U);
  EXPECT_NE(std::get<masking::ColumnList>(cart.settings[0].at("order")),
            std::get<masking::ColumnList>(cart.settings[1].at("order")));
  const Seeded seeded(1);
  EXPECT_TRUE(cart.method->mask(original, cart.settings[0], seeded.context));
}

TEST(Tune, ChoosesTheLowestScoreUnderTheCeiling) {
  const Table original = testing::normal_table(300, 5, 2);
  const auto candidates = std::vector{with_grid("noise", "percent", {1, 20, 60, 100, 200})};
  const Tuning tuning = tuned(original, candidates, {.max_risk = 0.2, .replications = 5});
  const Tuned& noise = tuning.tuned.front();
  ASSERT_TRUE(noise.choice);
  for (const Point& point : noise.points) {
    if (dbrl_of(point, Reading::by_true_source) > 0.2) continue;
    EXPECT_GE(overall_of(point, Reading::by_true_source),
              overall_of(noise.points[*noise.choice], Reading::by_true_source));
  }
  EXPECT_LE(dbrl_of(noise.points[*noise.choice], Reading::by_true_source), 0.2);
  EXPECT_GT(dbrl_of(noise.points[0], Reading::by_true_source), 0.9);  // 1 % of noise hides nothing
  EXPECT_EQ(noise.points[0].replicates.size(), 5U);
}

TEST(Tune, SaysThatNothingIsUnderTheCeilingAndNamesTheNearest) {
  const Table original = testing::normal_table(200, 4, 3);
  const auto candidates = std::vector{with_grid("noise", "percent", {1, 5, 40})};
  const Tuning tuning = tuned(original, candidates, {.max_risk = 0.001, .replications = 3});
  EXPECT_FALSE(tuning.best);
  EXPECT_FALSE(tuning.tuned.front().choice);
  EXPECT_EQ(tuning.tuned.front().safest, 2U);
}

TEST(Tune, ReportsASettingThatAMethodRefuses) {
  const Table original = testing::normal_table(20, 3, 4);
  Candidate mdav{"mdav", &method("mdav"), {}};
  mdav.settings = {{{"k", std::int64_t{5}}}, {{"k", std::int64_t{1000}}}};
  const Tuning tuning = tuned(original, {mdav}, {.max_risk = 1, .replications = 3});
  const auto& points = tuning.tuned.front().points;
  EXPECT_FALSE(points[0].failure);
  EXPECT_EQ(points[0].replicates.size(), 1U);  // without chance once is enough
  ASSERT_TRUE(points[1].failure);
  EXPECT_NE(points[1].failure->message.find("k must be"), std::string::npos);
}

TEST(Tune, TellsTheTwoReadingsOfAShuffleApart) {
  const Table original = testing::normal_table(300, 6, 5);
  Candidate sjppds{"sjppds", &method("sjppds"), {{{"bins", std::int64_t{100}}}}};
  const Tuning tuning = tuned(original, {sjppds}, {.max_risk = 0.4, .replications = 3});
  const Point& point = tuning.tuned.front().points.front();
  EXPECT_EQ(point.median.by_true_source.pairing, evaluation::Pairing::lineage);
  EXPECT_EQ(point.median.as_published.pairing, evaluation::Pairing::sorted);
  EXPECT_GT(dbrl_of(point, Reading::by_true_source), 0.9);  // every source is found
  EXPECT_LT(dbrl_of(point, Reading::as_published), 0.4);    // and the paper's pairing hides it
  EXPECT_FALSE(tuning.best);
  const TuneOptions as_published{
      .max_risk = 0.4, .reading = Reading::as_published, .replications = 3};
  EXPECT_TRUE(tuned(original, {sjppds}, as_published).best);
}

TEST(Tune, IsTheSameForAnyNumberOfThreads) {
  const Table original = testing::normal_table(150, 4, 6);
  const auto run = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const auto candidates = std::vector{with_grid("noise", "percent", {10, 50}),
                                        Candidate{"cell_rotate", &method("cell_rotate"), {{}}},
                                        Candidate{"cart", &method("cart"), {{}}}};
    std::vector<double> all;
    for (const Tuned& method : tuned(original, candidates, {.replications = 4}).tuned) {
      for (const Point& point : method.points) {
        for (const Replicate& replicate : point.replicates) {
          for (const auto& one : replicate.by_true_source.all) all.push_back(one.value);
          for (const auto& one : replicate.as_published.all) all.push_back(one.value);
        }
      }
    }
    return all;
  };
  const auto one = run(1);
  EXPECT_EQ(one, run(2));
  EXPECT_EQ(one, run(8));
}

TEST(Tune, StopsWhenAsked) {
  const random::Key key = random::key_from_seed(1);
  const Progress progress(nullptr, [] { return true; });
  const auto result = tune(testing::normal_table(50, 3, 7), {with_grid("noise", "percent", {10})},
                           {}, {key, progress});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
}

// The prototypes' scores for k = 20, paired by lineage, medians of 30.
class CellRotate : public ::testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(CellRotate, KeepsItsPromisedScore) {
  const auto [file, bound] = GetParam();
  if (!testing::exists(testing::data_file(file))) GTEST_SKIP() << file << " is not there";
  Table original = testing::read_csv(testing::data_file(file));
  std::erase_if(original.columns(), [](const Column& c) { return c.name == "PEARNVAL"; });
  const Candidate k20{"cell_rotate", &method("cell_rotate"), {{{"k", std::int64_t{20}}}}};
  const Tuning tuning = tuned(original, {k20}, {.replications = 30});
  const Point& point = tuning.tuned.front().points.front();
  EXPECT_LE(overall_of(point, Reading::by_true_source), bound);
  EXPECT_LE(dbrl_of(point, Reading::by_true_source), 0.12);
  EXPECT_GT(dbrl_of(point, Reading::by_true_source), 0);
}

INSTANTIATE_TEST_SUITE_P(OnRealTables, CellRotate,
                         ::testing::Values(std::pair{"census.csv", 0.058},
                                           std::pair{"tarragona.csv", 0.092}));

}  // namespace
}  // namespace overhand::tuning
