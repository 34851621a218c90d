#include <gtest/gtest.h>

#include "overhand/external/part_store_internal.h"
#include "support/folder.h"
#include "support/mixed_tables.h"
#include "support/same_tables.h"

namespace overhand::external {
namespace {

class PartStoreTest : public testing::FolderTest {};

// Records that come in pieces, each with its part, come back by part and in their order.
TEST_F(PartStoreTest, GivesBackTheRecordsOfEachPartInTheirOrder) {
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  for (int round = 0; round < 10; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const std::size_t rows = 1 + random::uniform_below(400, stream);
    const std::uint32_t count = 1 + random::uniform_below(9, stream);
    const Table table = testing::random_mixed_table(rows, stream);
    std::vector<std::uint32_t> parts(rows);
    std::vector<std::size_t> counts(count);
    std::vector<Lineage> rows_of(count);
    for (Row row = 0; row < rows; ++row) {
      parts[row] = random::uniform_below(count, stream);
      ++counts[parts[row]];
      rows_of[parts[row]].push_back(row);
    }
    auto store = PartStore::create(path("."), table.columns(), counts);
    ASSERT_TRUE(store) << sentence_of(store.error());
    for (std::size_t first = 0; first < rows;) {
      const std::size_t some =
          std::min<std::size_t>(1 + random::uniform_below(99, stream), rows - first);
      ASSERT_TRUE(
          store->add(testing::slice_of(table, first, some), std::span(parts).subspan(first, some)));
      first += some;
    }
    for (std::uint32_t part = 0; part < count; ++part) {
      const auto read = store->read(part);
      ASSERT_TRUE(read) << sentence_of(read.error());
      testing::expect_same_table(*read, gather(table, rows_of[part]));
    }
  }
  EXPECT_EQ(files(), 0U);
}

// An empty part begins where the next one does, and no place is in it.
TEST_F(PartStoreTest, KnowsThePartOfEachPlace) {
  const std::vector<std::size_t> counts = {0, 3, 0, 0, 2, 1, 0};
  const auto store = PartStore::create(path("."), {Column("x", Reals{})}, counts);
  ASSERT_TRUE(store);
  const std::vector<std::size_t> starts = {0, 0, 3, 3, 3, 5, 6};
  for (std::size_t part = 0; part < starts.size(); ++part) {
    EXPECT_EQ(store->start_of(part), starts[part]) << part;
  }
  const std::vector<std::size_t> part_of = {1, 1, 1, 4, 4, 5};
  for (std::size_t place = 0; place < part_of.size(); ++place) {
    EXPECT_EQ(store->part_at(place), part_of[place]) << place;
  }
  const auto empty = store->read(2);
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->row_count(), 0U);
  EXPECT_EQ(empty->column_count(), 1U);
}

TEST_F(PartStoreTest, FailsWhereTheDiskHasNoRoom) {
  const std::vector<std::size_t> counts = {std::size_t{1} << 50, std::size_t{1} << 50};
  const auto store = PartStore::create(path("."), {Column("x", Reals{})}, counts);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().kind, ErrorKind::io);
}

}  // namespace
}  // namespace overhand::external
