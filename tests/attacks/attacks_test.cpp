#include "overhand/attacks/attacks.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace overhand::attacks {
namespace {

const random::Key key = random::key_from_seed(1);

// Neighbouring columns correlate, so that there is something to guess about strangers too.
Table people_table(std::size_t rows, std::uint64_t seed) {
  const Table normal = testing::normal_table(rows, 6, seed);
  std::vector<Column> columns = normal.columns();
  for (std::size_t j = 1; j < columns.size(); ++j) {
    Reals sums(rows);
    const auto& before = std::get<Cells<double>>(columns[j - 1].values);
    const auto& own = std::get<Cells<double>>(columns[j].values);
    for (std::size_t i = 0; i < rows; ++i) sums[i] = before[i] + own[i];
    columns[j] = with_values(columns[j], std::move(sums));
  }
  return Table(std::move(columns));
}

Attacks measured(const Table& original, const MaskSome& release) {
  const AttackOptions options{.most_people = 200, .sets = 4};
  const auto plan = attack_plan(original, {}, options, key);
  return attacks_of(*attacks_on(original, *plan, release, options, key));
}

TEST(Attacks, SucceedOnTheOriginalItself) {
  const Attacks attacks =
      measured(people_table(600, 1), [](const Table& members, std::size_t) { return members; });
  for (const StrongestGuess& guess : attacks.inference) EXPECT_GT(guess.risk.risk, 0.95);
  for (const StrongestGuess& guess : attacks.isolated) EXPECT_GT(guess.risk.risk, 0.95);
  EXPECT_GT(attacks.linkability.risk, 0.95);
  EXPECT_GT(attacks.singling_out.risk,
            0.2);  // as many members as controls: a quarter are asked for
  EXPECT_DOUBLE_EQ(attacks.membership.auc, 1);
  EXPECT_DOUBLE_EQ(attacks.membership.true_positives, 1);
  EXPECT_DOUBLE_EQ(attacks.look_up, 1);
}

// 1.96 standard errors of a risk here are about .03; four of them never come by chance.
TEST(Attacks, LearnNothingFromStrangersOfTheSameKind) {
  const Attacks attacks = measured(people_table(600, 1), [](const Table&, std::size_t split) {
    return people_table(480, 100 + split);
  });
  for (const StrongestGuess& guess : attacks.inference) EXPECT_LT(guess.risk.risk, 0.06);
  EXPECT_LT(attacks.linkability.risk, 0.06);
  EXPECT_LT(attacks.singling_out.risk, 0.06);
  EXPECT_NEAR(attacks.membership.auc, 0.5, 0.06);
  EXPECT_LT(attacks.membership.true_positives, 0.05);
  EXPECT_LT(attacks.look_up, 0.05);
}

TEST(Attacks, TakeTheStrongestGuesser) {
  AttackSums sums;
  sums.inference[1].all[2] = {{100, 90}, {100, 10}};
  const StrongestGuess guess = attacks_of(sums).inference[1];
  // Of the others nothing was measured, which is no evidence that they fail.
  EXPECT_DOUBLE_EQ(guess.risk.interval.high, 1);
  for (auto& tally : sums.inference[1].all) {
    if (tally.target.people == 0) tally = {{100, 10}, {100, 10}};
  }
  EXPECT_STREQ(attacks_of(sums).inference[1].guesser, "holders of exact values");
  EXPECT_NEAR(attacks_of(sums).inference[1].risk.risk, 0.8 / 0.9, 1e-12);
}

// Everybody's own values go out, in one record, but for e.
TEST(Attacks, NameTheColumnThatIsGuessedMost) {
  const Table original = people_table(300, 1);
  const auto release = [&](const Table& members, std::size_t split) {
    Table released = people_table(members.row_count(), 100 + split);
    for (const std::size_t j : {0, 1, 2, 3, 5}) released.columns()[j] = members.columns()[j];
    return released;
  };
  const AttackOptions options{.most_people = 100, .sets = 6};
  const auto plan = attack_plan(original, {}, options, key);
  const auto sums = attacks_on(original, *plan, release, options, key);
  const auto guessed = guessed_columns(*sums, {"a", "b", "c", "d", "e", "f"});
  ASSERT_EQ(guessed.size(), 6U);
  EXPECT_EQ(guessed.back().name, "e");
  EXPECT_LT(guessed.back().risk.risk, 0.3);
  EXPECT_GT(guessed.front().risk.risk, 0.5);
}

TEST(ControlSplits, MakeEverybodyAControlOnce) {
  std::vector<int> times(103);
  for (const People& people : control_splits(103, 5, {}, key)) {
    EXPECT_EQ(people.members.size() + people.controls.size(), 103);
    EXPECT_NEAR(static_cast<double>(people.controls.size()), 20.6, 1);
    for (const Row row : people.controls) ++times[row];
  }
  EXPECT_EQ(times, std::vector<int>(103, 1));
}

TEST(ControlSplits, NeverPartAUnit) {
  std::vector<Row> unit_of;
  for (Row row = 0; row < 90; ++row) unit_of.push_back(row / 3);
  for (const People& people : control_splits(90, 5, unit_of, key)) {
    std::vector<int> of_unit(30);
    for (const Row row : people.controls) ++of_unit[unit_of[row]];
    for (const int rows : of_unit) EXPECT_TRUE(rows == 0 || rows == 3);
  }
}

}  // namespace
}  // namespace overhand::attacks
