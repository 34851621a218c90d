#include "overhand/coarsening/proposal.h"

#include <gtest/gtest.h>

#include "overhand/coarsening/coarsening.h"
#include "overhand/keys/class_sizes.h"
#include "overhand/random/uniform.h"

namespace overhand::coarsening {
namespace {

// Ages that few share, zip codes of four places, and a column that tells nothing.
Table people() {
  Integers ages;
  TextsBuilder zips;
  TextsBuilder sexes;
  for (int i = 0; i < 300; ++i) {
    ages.push_back(18 + i * 37 % 71);
    zips.append(std::to_string(1000 + 10 * (i % 4) + i / 4 % 3));
    sexes.append(i % 2 == 0 ? "f" : "m");
  }
  return Table({Column("age", std::move(ages)), Column("zip", std::move(zips).finish()),
                Column("sex", std::move(sexes).finish())});
}

const std::vector<std::string> keys = {"age", "zip", "sex"};

std::size_t below(const Table& table, std::size_t k) {
  const auto sizes = keys::class_sizes(*keys::codes_of(table, keys)).records;
  return static_cast<std::size_t>(std::ranges::count_if(sizes, [&](Row size) { return size < k; }));
}

TEST(Proposal, TellsWhatEachStepSavesAndKeeps) {
  const auto proposal = proposed(people(), keys, 3);
  ASSERT_TRUE(proposal);
  EXPECT_EQ(proposal->below, below(people(), 3));
  ASSERT_FALSE(proposal->steps.empty());
  std::vector<ColumnPlan> plans;
  std::size_t before = proposal->below;
  for (const auto& step : proposal->steps) {
    EXPECT_LE(step.below, before);
    EXPECT_GT(step.kept, 0);
    EXPECT_LT(step.kept, 1);
    std::erase_if(plans, [&](const ColumnPlan& plan) { return plan.name == step.column; });
    plans.push_back({.name = step.column, .coarsening = step.coarsening});
    const auto done = coarsened(people(), plans);
    ASSERT_TRUE(done);
    EXPECT_EQ(below(done->table, 3), step.below);
    before = step.below;
  }
  EXPECT_LT(before, proposal->below / 10);
}

TEST(Proposal, ProposesNothingWhereAllShareTheirKeys) {
  const auto proposal = proposed(people(), {"sex"}, 3);
  ASSERT_TRUE(proposal);
  EXPECT_EQ(proposal->below, 0U);
  EXPECT_TRUE(proposal->steps.empty());
}

TEST(Proposal, EndsWhereNothingSaves) {
  const Table table(
      {Column("a", Texts{"x", "y", "z"}), Column("b", type::Boolean{}, Integers{1, 0, 1})});
  const auto proposal = proposed(table, {"a", "b"}, 3);
  ASSERT_TRUE(proposal);
  EXPECT_EQ(proposal->below, 3U);
  EXPECT_TRUE(proposal->steps.empty());
  EXPECT_FALSE(proposed(table, {"none"}, 3));
}

// Without any of its steps fewer records are saved.
TEST(Proposal, ProposesNothingThatMakesNoDifference) {
  random::Stream stream(random::key_from_seed(18), {random::Purpose::test});
  for (int round = 0; round < 5; ++round) {
    std::vector<Column> columns;
    std::vector<std::string> names;
    for (int j = 0; j < 4; ++j) {
      Integers values;
      for (int i = 0; i < 400; ++i) {
        values.push_back(static_cast<std::int64_t>(random::uniform_below(4 + 9 * j, stream)));
      }
      names.push_back("k" + std::to_string(j));
      columns.emplace_back(names.back(), std::move(values));
    }
    const Table table(std::move(columns));
    const auto proposal = proposed(table, names, 3);
    ASSERT_TRUE(proposal);
    ASSERT_FALSE(proposal->steps.empty());
    for (std::size_t left_out = 0; left_out < proposal->steps.size(); ++left_out) {
      std::vector<ColumnPlan> plans;
      for (std::size_t i = 0; i < proposal->steps.size(); ++i) {
        const auto& step = proposal->steps[i];
        if (i != left_out) plans.push_back({.name = step.column, .coarsening = step.coarsening});
      }
      const auto done = coarsened(table, plans);
      ASSERT_TRUE(done);
      const auto sizes = keys::class_sizes(*keys::codes_of(done->table, names)).records;
      EXPECT_GT(std::ranges::count_if(sizes, [](Row size) { return size < 3; }),
                static_cast<std::ptrdiff_t>(proposal->steps.back().below));
    }
  }
}

// A kept column of a text file holds its numbers and days as texts.
TEST(Proposal, TakesNumbersAndDaysInTexts) {
  TextsBuilder ages;
  TextsBuilder days;
  for (int i = 0; i < 300; ++i) {
    ages.append(std::to_string(18 + i * 37 % 71));
    days.append("2026-0" + std::to_string(1 + i % 9) + "-" + std::to_string(10 + i % 19));
  }
  const Table table({Column("age", std::move(ages).finish(), Role::keep),
                     Column("day", std::move(days).finish(), Role::keep)});
  const auto proposal = proposed(table, {"age", "day"}, 3);
  ASSERT_TRUE(proposal);
  for (const auto& step : proposal->steps) {
    EXPECT_TRUE(step.column == "age"
                    ? std::holds_alternative<coarse::Bands>(step.coarsening.step)
                    : std::holds_alternative<coarse::Calendar>(step.coarsening.step));
  }
  EXPECT_FALSE(proposal->steps.empty());
}

TEST(Proposal, LeavesSettledColumnsAndRefusesTooFewRecords) {
  const auto proposal = proposed(people(), keys, 3, {"age"});
  ASSERT_TRUE(proposal);
  for (const auto& step : proposal->steps) EXPECT_NE(step.column, "age");
  const auto refused = proposed(people(), keys, 301);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "There are 300 records, so that no record can share its keys with 301.");
}

}  // namespace
}  // namespace overhand::coarsening
