#include "overhand/keys/suda.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <bit>

#include "keys/keys_support.h"
#include "overhand/core/stopping.h"
#include "support/stopping.h"

namespace overhand::keys {
namespace {

// Six records of three keys, by hand:
//   1  a x 1   MSU: none of one key; {k1,k2} (a x) twice; {k1,k3} a 1: records 1, 3: no; {k2,k3} x
//   1:
//              records 1, 4: no; all three: once
//   2  a x 2   {k3}: 2 is in records 2 and 6; {k1,k3} a 2: once; {k2,k3} x 2: once
//   3  a y 1   {k1,k2} a y: once; {k2,k3} y 1: records 3, 5: no
//   4  b x 1   {k1,k2} b x: once; {k1,k3} b 1: records 4, 5: no
//   5  b y 1   {k1,k2} b y: once
//   6  c . 2   {k1} c: once; {k3} 2 is in record 2; the missing key is in no set
// 3 keys: an MSU of one key scores (3-1)(3-2) = 2, of two 1, of three 1.
const KeyCodes six = keys_of({{0, 0, 0, 1, 1, 2}, {0, 0, 1, 0, 1, gap}, {0, 1, 0, 0, 0, 1}});

TEST(Suda, OfSixRecordsIsAsFoundByHand) {
  const Suda found = suda(six, groups_of(six));
  EXPECT_EQ(found.largest, 3U);
  EXPECT_EQ(found.scores, (Reals{1, 2, 1, 1, 1, 2}));
  EXPECT_EQ(found.records, 6U);
  const std::vector<UniqueSet> sets = {{0b011, 3}, {0b001, 1}, {0b101, 1}, {0b110, 1}, {0b111, 1}};
  EXPECT_EQ(found.sets, sets);
  // 8 in all; key 1 is in 1 + 1 + 3 + 2 of it, key 2 in 1 + 1 + 3, key 3 in 1 + 2.
  EXPECT_EQ(found.contributions, (Reals{7.0 / 8, 5.0 / 8, 3.0 / 8}));
}

TEST(Suda, OfSmallerSetsScoresByTheLargest) {
  const Suda found = suda(six, groups_of(six), {.largest = 1});
  EXPECT_EQ(found.scores, (Reals{0, 0, 0, 0, 0, 2}));  // (3 - 1), up to M = 1
  EXPECT_EQ(found.records, 1U);
  EXPECT_EQ(found.dis[0], 0);
}

// Six records that are alone and none in pairs: a match is certainly right.
TEST(Suda, WithoutPairsAMatchIsRight) {
  const Suda found = suda(six, groups_of(six));
  EXPECT_EQ(found.dis, Reals(6, 1.0));
}

// A pair and a record alone: DIS = .01 / (.01 + 2 * .99), all of it the one record's.
TEST(Suda, SharesOutTheProbabilityThatAMatchIsRight) {
  const KeyCodes keys = keys_of({{0, 0, 1}, {0, 0, 0}, {0, 0, 0}});
  const Suda found = suda(keys, groups_of(keys));
  EXPECT_EQ(found.scores, (Reals{0, 0, 2}));
  EXPECT_NEAR(found.dis[2], .01 / (.01 + 2 * .99), 1e-9);  // single precision, as in sdcMicro
  EXPECT_EQ(found.dis[0], 0);
}

// Every set of keys, every pair of records.
Reals scores_pair_by_pair(const KeyCodes& keys, std::size_t largest) {
  const std::size_t p = keys.key_count();
  Reals scores(keys.row_count());
  for (std::size_t i = 0; i < keys.row_count(); ++i) {
    std::vector<bool> is_unique(std::size_t{1} << p);
    for (std::uint32_t set = 1; set < is_unique.size(); ++set) {
      const auto agrees = [&](std::size_t k) {
        for (std::size_t j = 0; j < p; ++j) {
          if ((set >> j & 1U) != 0 && keys.columns[j].codes[k] != keys.columns[j].codes[i]) {
            return false;
          }
        }
        return true;
      };
      if ((gaps_of(keys, static_cast<Row>(i)) & set) != 0) continue;
      std::size_t records = 0;
      for (std::size_t k = 0; k < keys.row_count(); ++k) records += agrees(k) ? 1 : 0;
      is_unique[set] = records == 1;
      if (!is_unique[set]) continue;
      bool is_minimal = true;
      for (std::size_t j = 0; j < p; ++j) {
        if ((set >> j & 1U) != 0 && is_unique[set & ~(1U << j)]) is_minimal = false;
      }
      const auto size = static_cast<std::size_t>(std::popcount(set));
      if (!is_minimal || size > largest) continue;
      double score = 1;
      for (std::size_t m = size; m <= std::min(largest, p - 1); ++m) {
        score *= static_cast<double>(p - m);
      }
      scores[i] += score;
    }
  }
  return scores;
}

TEST(Suda, ScoresAreThoseOfEverySetAndPair) {
  std::uint32_t number = 0;
  for (const std::size_t columns : {1, 2, 3, 5, 6}) {
    for (const std::uint32_t levels : {2, 4, 30}) {
      for (const double missing : {0.0, .1, .5}) {
        const KeyCodes keys = random_keys({70, columns, levels, missing, number++});
        for (const std::size_t largest : {columns, (columns + 1) / 2}) {
          EXPECT_EQ(suda(keys, groups_of(keys), {.largest = largest}).scores,
                    scores_pair_by_pair(keys, largest))
              << columns << " keys of " << levels << " levels, sets of up to " << largest;
        }
      }
    }
  }
}

// Keys with so many levels that values are found by hash: 3 of them have more places than are
// kept.
TEST(Suda, FindsTheSameWhereKeysHaveManyLevels) {
  const KeyCodes few = random_keys({.rows = 300, .columns = 4, .levels = 6, .missing = .1});
  KeyCodes many = few;
  for (KeyColumn& key : many.columns) {
    for (Code& code : key.codes) code = is_missing(code) ? gap : code * 99'991;
    key.levels = 600'000;
  }
  const Suda found = suda(many, groups_of(many));
  const Suda expected = suda(few, groups_of(few));
  EXPECT_EQ(found, expected);
  EXPECT_GT(expected.records, 50U);
}

TEST(Suda, IsTheSameForAnyNumberOfThreads) {
  const KeyCodes keys = random_keys({.rows = 20'000, .columns = 5, .levels = 20, .missing = .02});
  const auto with_threads = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return suda(keys, groups_of(keys));
  };
  const Suda found = with_threads(1);
  EXPECT_EQ(found, with_threads(4));
  EXPECT_GT(found.records, 1000U);
}

TEST(Suda, LooksAtAllSetsOfUpToTenKeys) {
  EXPECT_EQ(default_largest_set(10), 10U);
  EXPECT_EQ(default_largest_set(11), 3U);
  const KeyCodes keys = random_keys({.rows = 30, .columns = 32, .levels = 2, .missing = 0});
  EXPECT_EQ(suda(keys, groups_of(keys)).largest, 3U);
}

TEST(Suda, StopsWhenItIsAskedTo) {
  const KeyCodes keys = random_keys({});
  const KeyGroups groups = groups_of(keys);
  const testing::StopsAt stops(3);
  const auto stopped =
      stoppable(stops.progress(), [&]() -> Result<Suda> { return suda(keys, groups); });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::cancelled);
}

// Hours of waiting are refused before they begin, and what there is time for is said.
TEST(Suda, RefusesSetsThatTakeHours) {
  EXPECT_EQ(largest_set_in_time(8, 1'000'000), 8U);
  EXPECT_EQ(largest_set_in_time(32, 1'000'000), 3U);
  EXPECT_FALSE(problem_with_sets(10, 1000, {.largest = 10}));
  const auto problem = problem_with_sets(32, 1'000'000, {.largest = 8});
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->message,
            "Sets of up to 8 of 32 key columns over 1000000 groups of records that look alike "
            "would take hours; ask for sets of up to 3, or name fewer keys.");
  EXPECT_FALSE(problem_with_sets(32, 1'000'000, {}));  // as large as there is time for
}

}  // namespace
}  // namespace overhand::keys
