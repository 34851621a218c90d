#include "overhand/risk/certain_cells.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace overhand::risk {
namespace {

using testing::table_of;

const Lineage same = {0, 1, 2, 3};

TEST(CertainCells, AreAtFirstAllValuesOfOneOrTwoRecords) {
  const CertainCells cells(table_of({{1, 2, 2, 3}, {5, 5, 5, missing_real}}));
  EXPECT_EQ(cells.count(), 4U);
  EXPECT_DOUBLE_EQ(cells.share(), 4.0 / 7);
}

// By hand: 1 stays with its owner, the 2s change places with each other and are still their
// owners', 3 goes to another record.
TEST(CertainCells, AreThoseThatComeBack) {
  CertainCells cells(table_of({{1, 2, 2, 3}}));
  cells.see(table_of({{1, 2, 2, 3}}), same);
  EXPECT_EQ(cells.count(), 4U);
  cells.see(table_of({{1, 3, 2, 2}}), same);
  EXPECT_EQ(cells.count(), 2U);
  EXPECT_EQ(cells.columns(), (std::vector<std::string>{"x1"}));
}

TEST(CertainCells, GoBySourcesAndNotByRows) {
  CertainCells cells(table_of({{1, 2, 3, 4}}));
  cells.see(table_of({{4, 3, 2, 1}}), Lineage{3, 2, 1, 0});
  EXPECT_EQ(cells.count(), 4U);
  cells.see(table_of({{4, 3, 2, 1}}), same);
  EXPECT_EQ(cells.count(), 0U);
}

TEST(CertainCells, AreNoneWithoutSources) {
  CertainCells cells(table_of({{1, 2, 3, 4}}));
  cells.see(table_of({{1, 2, 3, 4}}), std::nullopt);
  EXPECT_EQ(cells.count(), 0U);
}

TEST(CertainCells, AreLevelsTooWhateverTheirCodes) {
  Table original({Column{"place", Texts{"a", "b", "b", "b"}}});
  Table masked({Column{"place", Texts{"b", "a", "b", "b"}}});
  CertainCells cells(original);
  EXPECT_EQ(cells.count(), 1U);
  cells.see(masked, Lineage{1, 0, 2, 3});
  EXPECT_EQ(cells.count(), 1U);
  cells.see(masked, same);
  EXPECT_EQ(cells.count(), 0U);
}

TEST(CertainCells, AreNotLookedForInWhatIsKept) {
  Table original = table_of({{1, 2, 3, 4}});
  original.columns()[0].role = Role::keep;
  EXPECT_EQ(CertainCells(original).count(), 0U);
}

}  // namespace
}  // namespace overhand::risk
