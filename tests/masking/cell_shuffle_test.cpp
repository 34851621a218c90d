// cell_shuffle and rank_noise.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "overhand/masking/cell_shuffle_internal.h"
#include "overhand/masking/mdav_groups_internal.h"
#include "overhand/masking/rank_noise_internal.h"
#include "overhand/statistics/ranks.h"
#include "support/moments.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::Seeded;

// Column 2 follows column 1; column 3 is whole numbers with ties that follow both.
Table related_columns(std::size_t records) {
  return testing::related_table(records, 3, 12, [](std::span<double> record) {
    record[1] = 0.8 * record[0] + 0.6 * record[1];
    record[2] = 2 * (record[0] + record[1] + record[2]);
  });
}

double correlation(const Table& table, std::size_t a, std::size_t b) {
  return testing::correlation(reals(table.columns()[a]), reals(table.columns()[b]));
}

void expect_same_margins(const Table& original, const Table& masked) {
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    EXPECT_EQ(testing::sorted_reals(masked.columns()[j]),
              testing::sorted_reals(original.columns()[j]));
    EXPECT_EQ(masked.columns()[j].values.index(), original.columns()[j].values.index());
  }
}

// The share of values of column j that are the ones of the record's source.
double unmoved(const Table& original, const Masked& masked, std::size_t j) {
  const Reals before = reals(original.columns()[j]);
  const Reals after = reals(masked.table.columns()[j]);
  double same = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    same += static_cast<double>(after[i] == before[(*masked.lineage)[i]]);
  }
  return same / static_cast<double>(after.size());
}

Masked shuffled(const Table& original, const CellShuffleOptions& options) {
  const Seeded seeded(4);
  auto result = cell_shuffle(original, options, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

TEST(CellShuffle, KeepsTheValuesOfEachColumn) {  // docs/theory/cell_shuffle.md, theorem (i)
  for (const std::size_t records : {50, 3000, 20500}) {
    for (const bool repair : {true, false}) {
      const Table original = related_columns(records);
      const Masked result = shuffled(original, {.k = 5, .repair = repair});
      expect_same_margins(original, result.table);
      EXPECT_LT(unmoved(original, result, 1), 0.6);
    }
  }
}

TEST(CellShuffle, KeepsTheValuesOfEachCell) {  // theorem (ii)
  const Table original = related_columns(400);
  const Groups cells = *mdav_groups(original, 5, Progress());
  const auto cell_of = group_of_row(cells);
  const Masked result = shuffled(original, {.k = 5, .repair = false});
  for (std::size_t j = 0; j < 3; ++j) {
    std::vector<std::pair<std::uint32_t, double>> before;
    std::vector<std::pair<std::uint32_t, double>> after;
    for (std::size_t i = 0; i < 400; ++i) {
      before.emplace_back(cell_of[i], reals(original.columns()[j])[i]);
      after.emplace_back(cell_of[(*result.lineage)[i]], reals(result.table.columns()[j])[i]);
    }
    std::ranges::sort(before);
    std::ranges::sort(after);
    EXPECT_EQ(after, before);
  }
}

TEST(CellShuffle, RepairsTheCorrelations) {
  const Table original = related_columns(3000);
  const Table plain = shuffled(original, {.k = 400, .repair = false}).table;
  const Table repaired = shuffled(original, {.k = 400, .repair = true}).table;
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
    const double before = correlation(original, a, b);
    const double lost = before - correlation(plain, a, b);
    EXPECT_GT(lost, 0.01);
    EXPECT_NEAR(correlation(repaired, a, b), before, lost / 2);
  }
}

TEST(RankNoise, KeepsTheValuesAndNearlyTheCorrelations) {  // docs/theory/rank_noise.md
  const Table original = related_columns(5000);
  const Seeded seeded(5);
  const auto result = rank_noise(original, {.percent = 40}, seeded.context);
  ASSERT_TRUE(result);
  expect_same_margins(original, result->table);
  EXPECT_LT(unmoved(original, *result, 0), 0.01);
  EXPECT_NEAR(correlation(result->table, 0, 1), correlation(original, 0, 1), 0.03);
  EXPECT_NEAR(correlation(result->table, 0, 2), correlation(original, 0, 2), 0.03);
}

TEST(RankNoise, PutsValuesAtTheRanksOfTheNoisyOnes) {
  const Table original = related_columns(1000);
  const Seeded seeded(6);
  const auto exact = rank_noise(original, {.percent = 40}, seeded.context);
  const auto free =
      rank_noise(original, {.percent = 40, .marginals = Marginals::free}, seeded.context);
  ASSERT_TRUE(exact && free);
  for (std::size_t j = 0; j < 3; ++j) {
    const Reals values = reals(exact->table.columns()[j]);
    const Reals noisy = reals(free->table.columns()[j]);
    const Lineage by_noise = statistics::stable_order(noisy);
    for (std::size_t i = 1; i < 1000; ++i) {
      EXPECT_LE(values[by_noise[i - 1]], values[by_noise[i]]);
    }
  }
}

}  // namespace
}  // namespace overhand::masking
