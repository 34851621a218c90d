#include "overhand/external/masked_table.h"

#include <gtest/gtest.h>

#include "support/folder.h"
#include "support/mixed_tables.h"
#include "support/same_tables.h"
#include "support/stopping.h"

namespace overhand::external {
namespace {

const Progress silent;

class MaskedTableTest : public testing::FolderTest {
 protected:
  ColumnStore store(std::size_t rows) const {
    return *ColumnStore::create(path("."), rows, rows * 100);
  }
};

// Each masked record has its source's values.
Status add_gathered(const Column& column, MaskedTable& masked) {
  return masked.add(
      column,
      [&](std::size_t, std::span<const Row> sources) -> Result<Column> {
        return gather(column, sources);
      },
      silent);
}

Lineage reversed(std::size_t rows) {
  Lineage order(rows);
  for (std::size_t i = 0; i < rows; ++i) order[i] = static_cast<Row>(rows - 1 - i);
  return order;
}

TEST_F(MaskedTableTest, OddSlicesAreThoseOfTheWhole) {
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  for (int round = 0; round < 5; ++round) {
    const Table table = testing::random_mixed_table(501, stream);
    MaskedTable masked(store(501), reversed(501), {}, {}, 64);
    for (const Column& column : table.columns()) ASSERT_TRUE(add_gathered(column, masked));
    ASSERT_TRUE(masked.finish(silent));
    const Table whole = gather(table, reversed(501));
    EXPECT_EQ(masked.row_count(), 501U);
    for (const std::size_t size : {1, 7, 100, 250, 501}) {
      for (std::size_t first = 0; first < 501; first += size) {
        const std::size_t count = std::min<std::size_t>(size, 501 - first);
        const auto part = masked.part(first, count);
        ASSERT_TRUE(part) << sentence_of(part.error());
        testing::expect_same_table(*part, testing::slice_of(whole, first, count));
      }
    }
  }
}

TEST_F(MaskedTableTest, DerivedColumnsAreComputedInEachPartInTheirOrder) {
  const Column a("a", Integers{1, 2, 3, 4, 5});
  const Column b("b", Integers{10, 20, 30, 40, 50});
  const Column sum("sum", Integers{11, 22, 33, 44, 55});
  const Column twice("twice", Integers{22, 44, 66, 88, 110});
  auto derivations =
      relations::derivations({"twice = 2 * sum", "sum = a + b"}, Table({twice, a, sum, b}));
  ASSERT_TRUE(derivations) << sentence_of(derivations.error());
  MaskedTable masked(store(5), reversed(5), {1, 3}, *derivations, 8);
  EXPECT_TRUE(masked.is_derived(sum));
  EXPECT_TRUE(masked.is_derived(twice));
  EXPECT_FALSE(masked.is_derived(a));
  masked.add_derived(twice);
  ASSERT_TRUE(add_gathered(a, masked));
  masked.add_derived(sum);
  // each b goes to another record than its a
  ASSERT_TRUE(masked.add(
      b,
      [&](std::size_t first, std::span<const Row> sources) -> Result<Column> {
        EXPECT_EQ(first, 0U);
        EXPECT_EQ(sources.size(), 5U);
        return b;
      },
      silent));
  ASSERT_TRUE(masked.finish(silent));
  const Table expected({{"twice", Integers{30, 48, 66, 84, 102}},
                        {"a", Integers{5, 4, 3, 2, 1}},
                        {"sum", Integers{15, 24, 33, 42, 51}},
                        {"b", Integers{10, 20, 30, 40, 50}}});
  const auto whole = masked.part(0, 5);
  ASSERT_TRUE(whole);
  testing::expect_same_table(*whole, expected);
  const auto part = masked.part(1, 3);
  ASSERT_TRUE(part);
  testing::expect_same_table(*part, testing::slice_of(expected, 1, 3));
  // rows 1 and 3 of the original are the sources of the masked records 3 and 1
  EXPECT_EQ(*masked.sample().lineage, (Lineage{1, 0}));
  const Lineage places = {1, 3};
  testing::expect_same_table(masked.sample().table, gather(expected, places));
}

TEST_F(MaskedTableTest, TheSampleHasEveryMaskedRecordOfItsSources) {
  const Column x("x", Reals{0, 10, 20, 30, 40, 50});
  // a source may have none, or several
  const Lineage lineage = {5, 2, 2, 0, 4, 2};
  MaskedTable masked(store(6), lineage, {1, 2, 4}, {}, 4);
  masked.add_originals(Table({gather(x, Lineage{1, 2, 4})}));
  ASSERT_TRUE(add_gathered(x, masked));
  ASSERT_TRUE(masked.finish(silent));
  EXPECT_EQ(masked.lineage(), lineage);
  EXPECT_EQ(*masked.sample().lineage, (Lineage{1, 1, 2, 1}));
  EXPECT_EQ(reals(masked.sample().table.columns()[0]), (Reals{20, 20, 40, 20}));
  EXPECT_EQ(reals(masked.sampled_originals().columns()[0]), (Reals{10, 20, 40}));
}

// More records than a part has: each part comes at its place, in the table and in the sample.
TEST_F(MaskedTableTest, ManyRecordsComeInParts) {
  const std::size_t rows = 1'024 + 17;
  const Lineage sampled = {0, 5, 1'023, 1'024, 1'040};
  MaskedTable masked(store(rows), reversed(rows), sampled, {}, 1'024);
  std::vector<std::size_t> starts;
  ASSERT_TRUE(masked.add(
      Column("x", Integers{}),
      [&](std::size_t first, std::span<const Row> sources) -> Result<Column> {
        starts.push_back(first);
        return Column("x", Integers(sources.begin(), sources.end()));
      },
      silent));
  ASSERT_TRUE(masked.finish(silent));
  EXPECT_EQ(starts, (std::vector<std::size_t>{0, 1'024}));
  const auto around = masked.part(1'022, 4);
  ASSERT_TRUE(around);
  EXPECT_EQ(reals(around->columns()[0]), (Reals{18, 17, 16, 15}));
  EXPECT_EQ(*masked.sample().lineage, (Lineage{4, 3, 2, 1, 0}));
  EXPECT_EQ(reals(masked.sample().table.columns()[0]), (Reals{1'040, 1'024, 1'023, 5, 0}));
}

TEST_F(MaskedTableTest, PassesOnWhyAColumnIsNotThere) {
  MaskedTable masked(store(3), reversed(3), {}, {}, 8);
  const auto done = masked.add(
      Column("x", Reals{}),
      [](std::size_t, std::span<const Row>) -> Result<Column> {
        return Error{ErrorKind::refused, "No."};
      },
      silent);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::refused);
}

TEST(ForEachBlock, CoversEachRowOnceUntilOneFails) {
  for (const std::size_t rows : {0, 1, 8, 9, 23}) {
    std::size_t next = 0;
    ASSERT_TRUE(
        for_each_block({rows, 8}, silent, [&](std::size_t first, std::size_t count) -> Status {
          EXPECT_EQ(first, next);
          EXPECT_GT(count, 0U);
          EXPECT_LE(count, 8U);
          next += count;
          return Done{};
        }));
    EXPECT_EQ(next, rows);
  }
  int calls = 0;
  const auto failed = for_each_block({24, 8}, silent, [&](std::size_t, std::size_t) -> Status {
    return ++calls == 2 ? Status(Error{ErrorKind::io, "Full."}) : Status(Done{});
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::io);
  EXPECT_EQ(calls, 2);
}

TEST(ForEachBlock, StopsBetweenParts) {
  const testing::StopsAt stop(3);
  int calls = 0;
  const auto stopped =
      for_each_block({40, 8}, stop.progress(), [&](std::size_t, std::size_t) -> Status {
        ++calls;
        return Done{};
      });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::cancelled);
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace overhand::external
