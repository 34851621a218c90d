#include "overhand/coarsening/proposal.h"

#include <gtest/gtest.h>

#include "overhand/coarsening/coarsening.h"
#include "overhand/keys/class_sizes.h"

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

}  // namespace
}  // namespace overhand::coarsening
