#include "overhand/coarsening/key_ways.h"

#include <gtest/gtest.h>

#include "overhand/coarsening/coarsening.h"
#include "overhand/keys/suppression.h"
#include "overhand/random/uniform.h"

namespace overhand::coarsening {
namespace {

Table people(std::uint32_t ages, std::size_t records) {
  random::Stream stream(random::key_from_seed(19), {random::Purpose::test});
  Integers age;
  Integers sex;
  for (std::size_t i = 0; i < records; ++i) {
    age.push_back(static_cast<std::int64_t>(18 + random::uniform_below(ages, stream)));
    sex.push_back(static_cast<std::int64_t>(random::uniform_below(2, stream)));
  }
  return Table({Column("age", std::move(age), Role::keep),
                Column("sex", std::move(sex), Role::keep), Column("pay", Reals(records, 1))});
}

TEST(KeyWays, HoldsCoarseningSuppressionAndLeavingOutAgainstEachOther) {
  const auto ways = key_ways(people(70, 300), {.k = 3}, {});
  ASSERT_TRUE(ways);
  EXPECT_EQ(ways->keys, (std::vector<std::string>{"age", "sex"}));
  ASSERT_GE(ways->ways.size(), 3U);
  EXPECT_EQ(words_of_way(ways->ways.front()), "cells suppressed");
  EXPECT_EQ(words_of_way(ways->ways.back()), "records left out");
  EXPECT_GT(ways->ways.front().cells, 0U);
  EXPECT_GT(ways->ways.back().records, 0U);
  for (const KeyWay& way : ways->ways) {
    EXPECT_GE(way.loss.overall(), ways->ways[ways->taken].loss.overall());
  }
}

// After the way that is taken nothing is left to do but what it says.
TEST(KeyWays, TheWayTakenKeepsThePromise) {
  const Table table = people(70, 300);
  const auto ways = key_ways(table, {.k = 4}, {});
  ASSERT_TRUE(ways);
  for (const KeyWay& way : ways->ways) {
    if (way.leaves_out) continue;
    const auto coarse = coarsened(table, plans_of(way));
    ASSERT_TRUE(coarse);
    const auto done = keys::suppressed(coarse->table, {.k = 4});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->keys.cells[0].cells + done->keys.cells[1].cells, way.cells);
  }
}

// Where nearly every record would lose a cell, bands lose less; where hardly one would, cells do.
TEST(KeyWays, TakesWhatLosesLeast) {
  const auto sparse = key_ways(people(70, 120), {.k = 5}, {});
  Integers ages;
  Integers sexes;
  for (int i = 0; i < 4000; ++i) {
    ages.push_back(i % 40);
    sexes.push_back(i / 40 % 2);
  }
  ages.push_back(41);
  sexes.push_back(0);
  const auto dense = key_ways(Table({Column("age", std::move(ages), Role::keep),
                                     Column("sex", std::move(sexes), Role::keep)}),
                              {.k = 3}, {});
  ASSERT_TRUE(sparse && dense);
  EXPECT_FALSE(sparse->ways[sparse->taken].steps.empty());
  ASSERT_FALSE(dense->ways.empty());
  EXPECT_TRUE(dense->ways[dense->taken].steps.empty());
}

TEST(KeyWays, LeavesWhatTheStewardSettled) {
  const auto ways = key_ways(people(70, 300), {.k = 3}, {"age"});
  ASSERT_TRUE(ways);
  for (const KeyWay& way : ways->ways) {
    for (const auto& step : way.steps) EXPECT_NE(step.column, "age");
  }
  const auto safe = key_ways(people(1, 300), {.k = 3}, {});
  ASSERT_TRUE(safe);
  EXPECT_TRUE(safe->ways.empty());
}

}  // namespace
}  // namespace overhand::coarsening
