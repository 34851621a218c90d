#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <map>
#include <set>

#include "overhand/masking/categorize.h"
#include "overhand/masking/sjppds_internal.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::for_random_tables;
using testing::Seeded;

using BinVector = std::vector<BinCode>;

std::vector<BinVector> bin_vectors(const Table& table, int bins) {
  std::vector<BinVector> vectors(table.row_count());
  for (const Column& column : table.columns()) {
    const auto codes = categorize(reals(column), bins);
    for (std::size_t row = 0; row < codes.size(); ++row) vectors[row].push_back(codes[row]);
  }
  return vectors;
}

bool is_changed(const Table& a, const Table& b) {
  for (std::size_t j = 0; j < a.column_count(); ++j) {
    const Reals x = reals(a.columns()[j]);
    const Reals y = reals(b.columns()[j]);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] != y[i] && !(is_missing(x[i]) && is_missing(y[i]))) return true;
    }
  }
  return false;
}

Masked masked(const Table& original, int bins, std::uint64_t seed) {
  const Seeded seeded(seed);
  auto result = sjppds(original, {.bins = bins}, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

TEST(Sjppds, KeepsTheValuesOfEachColumn) {  // docs/theory/sjppds.md, theorem 2 (i)
  int changed = 0;
  for_random_tables(300, [&](const Table& original) {
    const Masked result = masked(original, 5, 7);
    changed += static_cast<int>(is_changed(original, result.table));
    for (std::size_t j = 0; j < original.column_count(); ++j) {
      EXPECT_EQ(testing::sorted_reals(result.table.columns()[j]),
                testing::sorted_reals(original.columns()[j]));
      EXPECT_EQ(result.table.columns()[j].values.index(), original.columns()[j].values.index());
    }
  });
  EXPECT_GT(changed, 250);  // the identity keeps everything too
}

TEST(Sjppds, KeepsTheJointBinCounts) {  // theorem 2 (ii)
  int changed = 0;
  for_random_tables(300, [&](const Table& original) {
    const Masked result = masked(original, 5, 11);
    changed += static_cast<int>(is_changed(original, result.table));
    auto before = bin_vectors(original, 5);
    auto after = bin_vectors(result.table, 5);
    std::ranges::sort(before);
    std::ranges::sort(after);
    EXPECT_EQ(after, before);
  });
  EXPECT_GT(changed, 250);
}

// The distinct values that go out in the place of each original's value, over many keys: its pool.
std::size_t smallest_pool(const Table& original, const SjppdsOptions& options) {
  std::vector<std::map<double, std::set<double>>> pools(original.column_count());
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Seeded seeded(seed);
    const auto result = sjppds(original, options, seeded.context);
    for (std::size_t j = 0; j < pools.size(); ++j) {
      const Reals before = reals(original.columns()[j]);
      const Reals after = reals(result->table.columns()[j]);
      for (std::size_t i = 0; i < after.size(); ++i) {
        pools[j][before[(*result->lineage)[i]]].insert(after[i]);
      }
    }
  }
  std::size_t smallest = original.row_count();
  for (const auto& column : pools) {
    for (const auto& [value, pool] : column) smallest = std::min(smallest, pool.size());
  }
  return smallest;
}

TEST(Sjppds, LeavesNobodyAloneInABinWithMinBin) {
  Reals outliers = {1, 2, 3, 4, 5, 6, 7, 8, 1000, 5000};
  Reals middle = {-900, 1, 2, 3, 4, 500, 6, 7, 8, 9};
  const Table original({{"a", std::move(outliers)}, {"b", std::move(middle)}});
  EXPECT_EQ(smallest_pool(original, {.bins = 50}), 1U);
  EXPECT_EQ(smallest_pool(original, {.bins = 50, .min_bin = 3}), 10U);  // one bin for all is left
  const Table spread(
      {{"a", Reals{1, 2, 3, 100, 101, 900, 901}}, {"b", Reals{7, 6, 5, 4, 3, 2, 1}}});
  EXPECT_EQ(smallest_pool(spread, {.bins = 50, .min_bin = 2}), 2U);
  EXPECT_EQ(smallest_pool(spread, {.bins = 50, .min_bin = 100}), 7U);
}

TEST(Sjppds, LineageNamesARecordWithTheSameBins) {  // theorem 2 (iii)
  for_random_tables(300, [](const Table& original) {
    const Masked result = masked(original, 4, 13);
    const auto before = bin_vectors(original, 4);
    const auto after = bin_vectors(result.table, 4);
    ASSERT_TRUE(result.lineage);
    Lineage sorted = *result.lineage;
    std::ranges::sort(sorted);
    for (std::uint32_t i = 0; i < after.size(); ++i) {
      EXPECT_EQ(after[i], before[(*result.lineage)[i]]);
      EXPECT_EQ(sorted[i], i);  // each original record is the source of just one
    }
  });
}

TEST(Sjppds, MovesValuesAwayFromTheirRecords) {
  const Table original = testing::normal_table(2000, 4, 1);
  const Masked result = masked(original, 10, 17);
  for (std::size_t j = 0; j < 4; ++j) {
    std::size_t stayed = 0;
    const Reals& before = testing::reals_of(original, j);
    const Reals& after = testing::reals_of(result.table, j);
    for (std::size_t i = 0; i < after.size(); ++i) {
      stayed += static_cast<std::size_t>(after[i] == before[(*result.lineage)[i]]);
    }
    // One fixed point a bin is expected; more than 40 in 10 bins has probability below 1e-12.
    EXPECT_LT(stayed, 40U);
  }
}

TEST(Sjppds, IsTheSameForAnyNumberOfThreads) {
  const Table original = testing::normal_table(300000, 3, 2);  // pools of several buckets
  const auto with_threads = [&](std::size_t threads, int bins) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return masked(original, bins, 19);
  };
  for (const int bins : {1, 3, 100, 300}) {
    const Masked one = with_threads(1, bins);
    for (const std::size_t threads : {2, 8}) {
      const Masked many = with_threads(threads, bins);
      EXPECT_EQ(one.lineage, many.lineage);
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_EQ(testing::reals_of(one.table, j), testing::reals_of(many.table, j));
      }
    }
  }
}

TEST(Sjppds, KeepsValuesAndBinsInPoolsOfSeveralBuckets) {
  const Table original = testing::normal_table(400000, 2, 3);
  const Masked result = masked(original, 2, 23);
  EXPECT_TRUE(is_changed(original, result.table));
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(testing::sorted_reals(result.table.columns()[j]),
              testing::sorted_reals(original.columns()[j]));
  }
  const auto before = bin_vectors(original, 2);
  const auto after = bin_vectors(result.table, 2);
  for (std::size_t i = 0; i < after.size(); ++i) {
    ASSERT_EQ(after[i], before[(*result.lineage)[i]]);
  }
}

TEST(Sjppds, DiffersFromKeyToKey) {
  const Table original = testing::normal_table(100, 2, 4);
  EXPECT_TRUE(is_changed(masked(original, 5, 1).table, masked(original, 5, 2).table));
}

TEST(Sjppds, StopsWhenAsked) {
  const Table original = testing::normal_table(100, 2, 5);
  const random::Key key = random::key_from_seed(1);
  const Progress progress(nullptr, [] { return true; });
  const auto result = sjppds(original, {}, {key, progress});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
}

std::string error_of(const Table& table) {
  const Seeded seeded(1);
  const auto result = sjppds(table, {.bins = 10}, seeded.context);
  return result ? "" : result.error().message;
}

TEST(Sjppds, SaysWhatIsWrong) {
  EXPECT_EQ(error_of(testing::table_of({{1}, {3}})),
            "There must be at least 2 records to mask, not 1.");
  EXPECT_EQ(error_of(testing::table_of({{1, 2}})),
            "There must be at least 2 columns to mask, not 1.");
  EXPECT_EQ(error_of(testing::table_of({{1, 2}, {3, std::numeric_limits<double>::infinity()}})),
            "Column 'x2' has an infinite value.");
}

}  // namespace
}  // namespace overhand::masking
