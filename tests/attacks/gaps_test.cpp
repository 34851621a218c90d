#include "overhand/attacks/gaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/tables.h"

namespace overhand::attacks {
namespace {

// Ten parts of the nearer gap, ten of the farther: 0.05 0.1 0.2 0.3 0.45 0.6 0.8 1.1 1.5 and
// 0.2 0.4 0.6 0.8 1 1.3 1.6 2 3 are their ends.
TEST(Gaps, NearAndFarByHand) {
  Reals whole;
  for (int i = 0; i < 100; ++i) whole.push_back(i);
  EXPECT_EQ(gap_cell(whole, 50.5), 10 * 5 + 2);   // 0.5 and 0.5
  EXPECT_EQ(gap_cell(whole, 50.25), 10 * 3 + 3);  // 0.25 and 0.75
  EXPECT_EQ(gap_cell(whole, 50), 10 * 0 + 5);     // 0 and 1
  EXPECT_EQ(gap_cell(whole, 101), 10 * 9 + 9);    // 2 and nothing beyond
}

TEST(Gaps, AreInUsualGapsThereabouts) {
  Reals values;
  for (int i = 0; i < 100; ++i) values.push_back(i < 50 ? i : 50 + 1000.0 * (i - 50));
  EXPECT_EQ(gap_cell(values, 25.5), gap_cell(values, 25050.5 + 499.5));
}

TEST(Gaps, AmongEqualValuesOneIsTheirsOrNobodys) {
  const Reals equal(50, 7.0);
  EXPECT_EQ(gap_cell(equal, 7), 0 + 9);
  EXPECT_EQ(gap_cell(equal, 8), 90 + 9);
}

TEST(Gaps, OfNoValueTellNothing) {
  EXPECT_EQ(gap_cell(Reals{1, 2}, missing_real), gap_cells - 1);
  EXPECT_EQ(gap_cell(Reals{}, 1), gap_cells - 1);
  EXPECT_EQ((GapPatterns{{1, {0, 1}, {3, 3}}, {1, {2, 3}, {3, 3}}}.scores().auc()), 0.5);
}

GapCells around(const std::vector<Reals>& released, const Table& people) {
  const std::size_t width = people.column_count();
  GapCells gaps{width};
  for (std::size_t row = 0; row < people.row_count(); ++row) {
    gaps.people.push_back(static_cast<Row>(row));
    for (std::size_t j = 0; j < width; ++j) {
      gaps.cells.push_back(gap_cell(released[j], testing::reals_of(people, j)[row]));
    }
  }
  return gaps;
}

std::vector<Reals> sorted_columns(const Table& table) {
  std::vector<Reals> columns;
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    columns.push_back(testing::reals_of(table, j));
    std::ranges::sort(columns.back());
  }
  return columns;
}

// Half way between neighbours, which hides every value and shows where each lies.
std::vector<Reals> between_neighbours(std::vector<Reals> columns) {
  for (Reals& values : columns) {
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      values[i] += 0.3 * (values[i + 1] - values[i]);
    }
  }
  return columns;
}

TEST(Gaps, TellMembersWhoseValuesAreMovedALittle) {
  const Table members = testing::normal_table(400, 6, 1);
  const Table strangers = testing::normal_table(400, 6, 2);
  const auto released = between_neighbours(sorted_columns(members));
  const GapPatterns patterns{around(released, members), around(released, strangers)};
  EXPECT_GT(patterns.scores().true_positives(), 0.25);
}

// No table is learnt from the people whom it judges: with nothing to learn, the area under the
// curve of 400 against 400 is within 0.5 +- 0.08 but for one in 10,000 (four times its error of
// 0.02).
TEST(Gaps, TellNothingOfAFreshSample) {
  const auto released = sorted_columns(testing::normal_table(400, 6, 3));
  const GapPatterns patterns{around(released, testing::normal_table(400, 6, 1)),
                             around(released, testing::normal_table(400, 6, 2))};
  EXPECT_NEAR(patterns.scores().auc(), 0.5, 0.08);
}

TEST(Gaps, OfSplitsAreOfAllTheirPeople) {
  GapPatterns sum;
  sum.add({{2, {0, 1}, {1, 2, 3, 4}}, {2, {2}, {5, 6}}});
  sum.add({{2, {2}, {7, 8}}, {2, {0}, {9, 10}}});
  EXPECT_EQ(sum.members.people, (std::vector<Row>{0, 1, 2}));
  EXPECT_EQ(sum.members.cells, (std::vector<GapCell>{1, 2, 3, 4, 7, 8}));
  EXPECT_EQ(sum.controls.cells, (std::vector<GapCell>{5, 6, 9, 10}));
  EXPECT_EQ(sum.scores().members.size(), 3U);
  EXPECT_EQ(sum.scores().controls.size(), 2U);
}

}  // namespace
}  // namespace overhand::attacks
