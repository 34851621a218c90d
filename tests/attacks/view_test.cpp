#include "overhand/attacks/view.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace overhand::attacks {
namespace {

// Mean 2, standard deviation 1.
const Table original({Column("a", Reals{1, 2, 3}, Role::mask),
                      Column("c", Texts{"x", "y", "x"}, Role::keep),
                      Column("u", Integers{1, 2, 3}, Role::unit)});
const Table released({Column("c", Texts{"y", "x", std::nullopt}, Role::keep),
                      Column("a", Reals{2, missing_real, 5}, Role::mask)});

TEST(View, HasWhatGoesOutInStandardDeviationsOfTheOriginal) {
  const View view = *view_of(original, released);
  ASSERT_EQ(view.columns.size(), 2U);
  EXPECT_EQ(view.originals, 3U);
  EXPECT_EQ(view.released, 3U);
  EXPECT_EQ(view.columns[0].name, "a");
  EXPECT_EQ(view.columns[0].original, (Reals{-1, 0, 1}));
  EXPECT_EQ(view.columns[0].released[0], 0);
  EXPECT_TRUE(is_missing(view.columns[0].released[1]));
  EXPECT_EQ(view.columns[0].released[2], 3);
  EXPECT_TRUE(view.columns[0].has_gaps);
  EXPECT_FALSE(view.columns[0].is_kept);
}

TEST(View, GivesOneLevelOneCodeInBothTables) {
  const View view = *view_of(original, released);
  const SeenColumn& column = view.columns[1];
  EXPECT_TRUE(column.is_category);
  EXPECT_TRUE(column.is_kept);
  EXPECT_EQ(column.original[0], column.released[1]);
  EXPECT_EQ(column.original[1], column.released[0]);
  EXPECT_NE(column.released[2], column.released[0]);  // a gap is a value of its own
  EXPECT_EQ(view.kept(), (std::vector<std::size_t>{1}));
}

TEST(View, FailsWhereTheReleaseLacksAColumn) {
  EXPECT_FALSE(view_of(original, Table({Column("a", Reals{1, 2, 3}, Role::mask)})));
}

TEST(View, AGuessIsRightWithinAPartOfTheDeviation) {
  const SeenColumn number{.name = "a"};
  EXPECT_TRUE(number.is_right(1.04, 1));
  EXPECT_FALSE(number.is_right(1.06, 1));
  EXPECT_FALSE(number.is_right(missing_real, 1));
  EXPECT_TRUE(number.is_right(missing_real, missing_real));
  const SeenColumn category{.name = "c", .is_category = true};
  EXPECT_TRUE(category.is_right(2, 2));
  EXPECT_FALSE(category.is_right(2, 2.04));
}

TEST(View, DistancesAreGowersWithoutACapOnNumbers) {
  const View view = *view_of(original, released);
  Reals distances;
  distances_to(view, 0, {0, 1}, distances);  // -1 and x
  EXPECT_EQ(distances, (Reals{1 + 1, 2 + 0, 16 + 1}));
  distances_to(view, 0, {1}, distances);
  EXPECT_EQ(distances, (Reals{1, 0, 1}));
}

TEST(View, NearestRowsComeNearestFirstAndTiesInTheirOrder) {
  EXPECT_EQ(nearest_rows({3, 1, 2, 1}, 3), (std::vector<Row>{1, 3, 2}));
  EXPECT_EQ(nearest_rows({3, 1}, 5), (std::vector<Row>{1, 0}));
}

}  // namespace
}  // namespace overhand::attacks
