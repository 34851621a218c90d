#include "overhand/external/column_store.h"

#include <gtest/gtest.h>

#include "overhand/table/cell_text.h"
#include "support/folder.h"

namespace overhand::external {
namespace {

TEST(ColumnStore, GivesBackWhatWasWrittenInParts) {
  auto store = ColumnStore::create(::testing::TempDir(), 3, 100);
  ASSERT_TRUE(store);
  const Column reals("a", Reals{1.5, missing_real, -2});
  const Column whole("b", Integers{7, missing_integer, 9});
  const Column levels("c", type::Category{}, Texts{"x", std::nullopt, "y"});
  const std::vector<Column> columns = {reals, whole, levels};
  for (const Column& column : columns) store->add(column);
  const Lineage last = {1, 2};
  const Lineage first = {0};
  for (std::size_t j = 0; j < 3; ++j) {
    const Column& column = columns[j];
    ASSERT_TRUE(store->write(j, 1, gather(column, last)));
    ASSERT_TRUE(store->write(j, 0, gather(column, first)));
    const auto read = store->read(j);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->type, column.type);
    for (std::size_t row = 0; row < 3; ++row) {
      EXPECT_EQ(cell_text(*read, row), cell_text(column, row));
    }
  }
  const auto table = store->read_table(2, 1);
  ASSERT_TRUE(table);
  EXPECT_EQ(cell_text(table->columns()[2], 0), "y");
}

TEST(ColumnStore, LeavesNoFileInTheFolder) {
  const testing::Folder folder;
  auto store = ColumnStore::create(folder.path("."), 1, 8);
  ASSERT_TRUE(store);
  store->add(Column("a", Reals{1}));
  ASSERT_TRUE(store->write(0, 0, Column("a", Reals{1})));
  EXPECT_EQ(folder.file_count(), 0U);
}

TEST(ColumnStore, SaysHowMuchRoomIsLacking) {
  const auto store = ColumnStore::create(::testing::TempDir(), 1, std::uint64_t{1} << 60);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("are needed there and"), std::string::npos);
  EXPECT_EQ(store.error().kind, ErrorKind::io);
  EXPECT_FALSE(ColumnStore::create("/nowhere/at/all", 1, 8));
}

}  // namespace
}  // namespace overhand::external
