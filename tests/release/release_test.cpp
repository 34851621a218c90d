#include "overhand/release/release.h"

#include <gtest/gtest.h>

#include <atomic>

#include "support/tables.h"

namespace overhand::release {
namespace {

const masking::Method& method(const char* name) { return **masking::find_method(name); }

// The trials of one setting, chosen under that ceiling.
tuning::Tuning tuned(const Table& original, const char* name, const masking::OptionValues& options,
                     double max_risk) {
  const testing::Seeded seeded(1);
  const tuning::Candidate candidate{name, &method(name), {options}};
  return *tuning::tune(original, {candidate}, {.max_risk = max_risk, .replications = 5},
                       seeded.context);
}

Result<Released> released(const Table& original, const tuning::Tuning& tuning,
                          std::uint64_t seed = 2) {
  return release(original, tuning, {.key = random::key_from_seed(seed)}, Progress());
}

TEST(Release, GivesTheTableThatItMeasured) {
  const Table original = testing::normal_table(300, 4, 1);
  const auto tuning = tuned(original, "cell_rotate", {{"k", std::int64_t{30}}}, 0.5);
  const auto result = released(original, tuning);
  ASSERT_TRUE(result) << result.error().message;
  const auto evaluator = evaluation::Evaluator::prepare(original);
  const auto again = evaluator->evaluate(
      result->masked.table, {{evaluation::Pairing::lineage}, &*result->masked.lineage});
  EXPECT_EQ(value_of(result->evaluation.by_pairing.front(), evaluation::MeasureId::dbrl),
            value_of(again->by_pairing.front(), evaluation::MeasureId::dbrl));
  EXPECT_EQ(result->decision.setting, "cell_rotate, k 30");
  EXPECT_NE(result->decision.why.find("lowest overall score"), std::string::npos);
}

TEST(Release, RefusesATableAboveTheCeilingThoughItsTrialsWereBelow) {
  const Table original = testing::normal_table(300, 4, 1);
  auto tuning = tuned(original, "noise", {{"percent", 1.0}}, 1);  // 1 % of noise hides nothing
  ASSERT_TRUE(tuning.best);
  tuning.options.max_risk = 0.2;  // as if luck had been with the trials
  const auto result = released(original, tuning);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::refused);
  EXPECT_NE(result.error().message.find("ceiling of 0.2"), std::string::npos);
  EXPECT_EQ(result.error().remedies.front().action, Action::lower_ceiling);
}

TEST(Release, RefusesATableOfImplausibleRecordsThoughItsTrialsHadFew) {
  const Table original = testing::normal_table(300, 4, 1);
  auto tuning = tuned(original, "noise", {{"percent", 30.0}}, 1);
  ASSERT_TRUE(tuning.best);
  tuning.tuned.front().points.front().options = {{"percent", 300.0}};  // far beyond every range
  const auto result = released(original, tuning);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::refused);
  EXPECT_NE(result.error().message.find("implausible values in"), std::string::npos);
}

// An outlier alone in its bins would go out as it is.
TEST(Release, TriesNoBinsOfFewRecords) {
  const Table original = testing::normal_table(300, 4, 1);
  Wish wish{.method = "sjppds"};
  wish.grid.points = 3;
  wish.tuning.replications = 1;
  const auto tuning = try_settings(original, wish, Progress());
  ASSERT_TRUE(tuning);
  for (const auto& point : tuning->tuned.front().points) {
    EXPECT_EQ(std::get<std::int64_t>(point.options.at("min_bin")), 10);
  }
}

TEST(Release, HoldsTheTrueSourcesAgainstTheCeilingEvenWhereTheChoiceWasAsPublished) {
  const Table original = testing::normal_table(300, 6, 5);
  const testing::Seeded seeded(1);
  const tuning::Candidate sjppds{"sjppds", &method("sjppds"), {{{"bins", std::int64_t{100}}}}};
  const tuning::TuneOptions as_published{
      .max_risk = 0.4, .reading = tuning::Reading::as_published, .replications = 3};
  const auto tuning = *tuning::tune(original, {sjppds}, as_published, seeded.context);
  ASSERT_TRUE(tuning.best);
  const auto result = released(original, tuning);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::refused);
}

TEST(Release, RefusesRecordsThatAreUniqueOnKeptColumns) {
  Table original = testing::normal_table(200, 4, 1);
  original.columns()[3].role = Role::keep;
  const auto tuning = tuned(original, "cell_rotate", {{"k", std::int64_t{30}}}, 0.5);
  ASSERT_TRUE(tuning.best);
  const auto result = released(original, tuning);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::refused);
  EXPECT_NE(result.error().message.find("200 of 200 records are unique: who knows them finds"),
            std::string::npos);
  EXPECT_EQ(result.error().remedies.front().columns, std::vector<std::string>{"x4"});
}

TEST(Release, RefusesWhenNothingWasChosen) {
  const Table original = testing::normal_table(200, 4, 1);
  const auto result = released(original, tuned(original, "noise", {{"percent", 1.0}}, 0.01));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::refused);
  EXPECT_NE(result.error().message.find("0.01"), std::string::npos);
}

// What depends on the original alone is computed once, from the first trial to the report.
TEST(Release, GoesOnWithWhatTheTrialsPrepared) {
  std::atomic<int> preparations = 0;
  std::atomic<int> evaluations = 0;
  const Progress counting(
      [&](const std::string& stage, std::size_t done, std::size_t) {
        if (done == 0 && stage == "preparing the measures") ++preparations;
        if (done == 0 && stage == "measuring risk and loss") ++evaluations;
      },
      {});
  const Table original = testing::normal_table(200, 3, 1);
  const auto released_with = [&](std::size_t most_trial_rows) {
    Wish wish{.method = "cell_rotate", .grid = {2}, .tuning = {.max_risk = 1, .replications = 1}};
    wish.tuning.most_trial_rows = most_trial_rows;
    const auto tuning = try_settings(original, wish, counting);
    EXPECT_TRUE(tuning);
    const auto result = release(original, *tuning, {.for_report = true}, counting);
    EXPECT_TRUE(result && result->evaluation.isolation);
  };
  released_with(10'000);
  EXPECT_EQ(preparations, 1);
  EXPECT_EQ(evaluations, 1);  // of the released table; trials are silent
  released_with(100);         // trials on a sample: the whole table is prepared for its release
  EXPECT_EQ(preparations, 3);
}

TEST(Release, TakesAFreshKeyUnlessOneIsGiven) {
  const Table original = testing::normal_table(100, 3, 1);
  const auto tuning = tuned(original, "cell_rotate", {{"k", std::int64_t{30}}}, 1);
  const auto first_value = [&](const std::optional<random::Key>& key) {
    const auto result = release(original, tuning, {.key = key}, Progress());
    return reals(result->masked.table.columns().front()).front();
  };
  const random::Key key = random::key_from_seed(3);
  EXPECT_EQ(first_value(key), first_value(key));
  EXPECT_NE(first_value(std::nullopt), first_value(std::nullopt));
}

TEST(TrySettings, TriesOneMethodOrAll) {
  const Table original = testing::normal_table(60, 3, 1);
  const Wish quick{.method = "noise", .grid = {2}, .tuning = {.replications = 1}};
  EXPECT_EQ(try_settings(original, quick, Progress())->tuned.size(), 1U);
  Wish all = quick;
  all.method = "all";
  const auto of_numbers = std::ranges::count_if(masking::methods(), [](const auto& method) {
    return method.takes.numbers && masking::lacking_option(method) == nullptr;
  });
  EXPECT_EQ(std::ssize(try_settings(original, all, Progress())->tuned), of_numbers);
  all.method = "swap";
  EXPECT_TRUE(try_settings(original, all, Progress())
                  .error()
                  .message.starts_with("swap needs geography: "));
  all.method = "magic";
  EXPECT_EQ(try_settings(original, all, Progress()).error().kind, ErrorKind::invalid_option);
}

}  // namespace
}  // namespace overhand::release
