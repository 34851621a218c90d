#include "overhand/keys/class_sizes.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "keys/keys_support.h"
#include "overhand/core/stopping.h"
#include "support/stopping.h"

namespace overhand::keys {
namespace {

// Six records of two keys, by hand:
//   1  a x   shares with 1, 2, 3 (missing second key), 6
//   2  a x   the same
//   3  a .   with 1, 2, 3, 4, 6
//   4  a y   with 3, 4, 6
//   5  b y   with 5, 6
//   6  . .   with all
const KeyCodes six = keys_of({{0, 0, 0, 0, 1, gap}, {0, 0, gap, 1, 1, gap}});
const Reals six_weights = {1, 2, 4, 8, 16, 32};

TEST(ClassSizes, AMissingKeyMatchesEveryValueBothWays) {
  const ClassSizes sizes = class_sizes(six, six_weights);
  EXPECT_EQ(sizes.records, (std::vector<Row>{4, 4, 5, 3, 2, 6}));
  EXPECT_EQ(sizes.weights, (Reals{39, 39, 47, 44, 48, 63}));
}

TEST(ClassSizes, WithoutWeightsEveryRecordWeighsOne) {
  const ClassSizes sizes = class_sizes(six);
  EXPECT_EQ(sizes.weights, (Reals{4, 4, 5, 3, 2, 6}));
}

TEST(ClassSizes, GroupsLookAlikeAndAreNumberedByTheirFirstRecords) {
  const KeyGroups groups = groups_of(six, six_weights);
  EXPECT_EQ(groups.group, (Classes{0, 0, 1, 2, 3, 4}));
  EXPECT_EQ(groups.first, (std::vector<Row>{0, 2, 3, 4, 5}));
  EXPECT_EQ(groups.counts, (std::vector<Row>{2, 1, 1, 1, 1}));
  EXPECT_EQ(groups.weights, (Reals{3, 4, 8, 16, 32}));
}

void expect_as_pair_by_pair(const Drawn& drawn) {
  SCOPED_TRACE(drawn.number);
  const KeyCodes keys = random_keys(drawn);
  const Reals weights = random_weights(drawn.rows);
  const ClassSizes sizes = class_sizes(keys, weights);
  for (std::size_t i = 0; i < drawn.rows; ++i) {
    Row records = 0;
    double weight = 0;
    for (std::size_t k = 0; k < drawn.rows; ++k) {
      if (!share_keys(keys, i, k)) continue;
      ++records;
      weight += weights[k];
    }
    ASSERT_EQ(sizes.records[i], records) << "record " << i;
    ASSERT_NEAR(sizes.weights[i], weight, 1e-12 * weight) << "record " << i;
  }
}

TEST(ClassSizes, AreThoseOfEveryPairOfRecords) {
  std::uint32_t number = 0;
  for (const std::size_t columns : {1, 2, 3, 5, 8}) {
    for (const std::uint32_t levels : {1, 3, 20}) {
      for (const double missing : {0.0, .02, .3, .9}) {
        expect_as_pair_by_pair({300, columns, levels, missing, number++});
      }
    }
  }
}

// 8, 20 and 32 keys of 12 bits: two, four and more words.
TEST(ClassSizes, AreTheSameWhereKeysTakeManyWords) {
  for (const std::size_t columns : {8, 20, 32}) {
    expect_as_pair_by_pair({250, columns, 2500, .4, static_cast<std::uint32_t>(columns)});
    expect_as_pair_by_pair({250, columns, 2500, .97, static_cast<std::uint32_t>(columns)});
  }
}

TEST(ClassSizes, AreTheSameForAnyNumberOfThreads) {
  const KeyCodes keys = random_keys({.rows = 150'000, .columns = 5, .levels = 12, .missing = .02});
  const Reals weights = random_weights(keys.row_count());
  const auto with_threads = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return class_sizes(keys, weights);
  };
  EXPECT_EQ(with_threads(1), with_threads(4));
}

TEST(ClassSizes, OfNoRecordsAreNone) {
  EXPECT_TRUE(class_sizes(keys_of({{}, {}})).records.empty());
}

TEST(ClassSizes, StopWhenTheyAreAskedTo) {
  const KeyCodes keys = random_keys({.rows = 1000});
  const testing::StopsAt stops(3);
  const auto work = [&]() -> Result<ClassSizes> { return class_sizes(keys); };
  const auto stopped = stoppable(stops.progress(), work);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::cancelled);
}

}  // namespace
}  // namespace overhand::keys
