#include <gtest/gtest.h>

#include "overhand/io/cell_reference_internal.h"

namespace overhand::io {
namespace {

TEST(CellReference, IsReadAsExcelWritesIt) {
  EXPECT_EQ(cell_reference("A1"), (CellReference{0, 0}));
  EXPECT_EQ(cell_reference("B17"), (CellReference{16, 1}));
  EXPECT_EQ(cell_reference("AA10"), (CellReference{9, 26}));
  EXPECT_EQ(cell_reference("XFD1048576"), (CellReference{1'048'575, 16'383}));
}

TEST(CellReference, OfNoCellIsNone) {
  for (const char* text : {"", "A", "1", "A0", "A-1", "a1", "A1B", "A 1", "XFE1", "A1048577",
                           "ZZZZZZZZZZZZZZZZZ1", "A99999999999999999999999", "A1.5", "$A$1"}) {
    EXPECT_FALSE(cell_reference(text)) << text;
  }
}

TEST(CellReference, LettersGoBack) {
  EXPECT_EQ(column_letters(0), "A");
  EXPECT_EQ(column_letters(25), "Z");
  EXPECT_EQ(column_letters(26), "AA");
  for (std::size_t column = 0; column < most_sheet_columns; ++column) {
    ASSERT_EQ(cell_reference(column_letters(column) + "1")->column, column);
  }
}

TEST(CellReference, RangesHaveTwoCorners) {
  EXPECT_EQ(cell_range("A1:C2"), (CellRange{{0, 0}, {1, 2}}));
  EXPECT_EQ(cell_range("B3"), (CellRange{{2, 1}, {2, 1}}));
  EXPECT_FALSE(cell_range("A1:"));
  EXPECT_FALSE(cell_range(":"));
}

}  // namespace
}  // namespace overhand::io
