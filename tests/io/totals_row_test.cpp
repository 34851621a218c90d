#include <gtest/gtest.h>

#include "overhand/io/totals_row_internal.h"

namespace overhand::io {
namespace {

const std::vector<Fields> people = {{"P1", "3"}, {"P2", "4"}};

TEST(TotalsRow, IsSaidByItsFirstWord) {
  for (const char* word :
       {"Total", "TOTAL", "Totals", "Summe", "Summe:", "Gesamt 2023", "insgesamt", "Total général",
        " Sum", "Grand Total", "Somme", "Mittelwert"}) {
    EXPECT_TRUE(says_totals({word, "7"}, people)) << word;
    EXPECT_TRUE(says_totals({"", word}, people)) << word;
  }
  for (const char* word : {"Gesamtschule", "Summer", "totally", "", "7", "P3"}) {
    EXPECT_FALSE(says_totals({word, "7"}, people)) << word;
  }
  EXPECT_FALSE(says_totals({"P3", "Total"}, people)) << "a name stands before it";
  EXPECT_FALSE(says_totals({}, people));
}

TEST(TotalsRow, IsNoLevelOfACategory) {
  const std::vector<Fields> kinds = {{"Total", "3"}, {"part", "4"}, {"Total", "7"}};
  EXPECT_FALSE(says_totals({"Total", "7"}, kinds));
  EXPECT_TRUE(says_totals({"Total", "7"}, {{"part", "4"}, {"Total", "7"}})) << "itself";
}

Table table_of(const std::vector<Reals>& columns) {
  std::vector<Column> all;
  for (const Reals& values : columns) all.emplace_back(std::to_string(all.size()), values);
  return Table(std::move(all));
}

TEST(TotalsRow, IsTheSumOfEachColumn) {
  EXPECT_TRUE(ends_in_sums(table_of({{1, 2, 3, 4, 5, 15}, {0.1, 0.2, 0.3, 0.4, 0.5, 1.5}})));
  EXPECT_TRUE(
      ends_in_sums(table_of({{1, 2, 3, 4, 5, 15}, {1, 1, 0, 0, 0, 2}, {0, 0, 0, 0, 0, 0}})));
  EXPECT_FALSE(ends_in_sums(table_of({{1, 2, 3, 4, 5, 15}, {1, 1, 0, 0, 0, 3}})));
  EXPECT_TRUE(ends_in_sums(table_of({{1, missing_real, 3, 4, 5, 13}, {-1, 2, 3, 4, 5, 13}})));
  EXPECT_TRUE(ends_in_sums(
      table_of({{1, 2, 3, 4, 5, 15}, {1, 2, 3, 4, 5, 15}, {1, 2, 3, 4, 5, missing_real}})))
      << "a gap says nothing";
}

TEST(TotalsRow, IsNoneWhereChanceIsEnough) {
  EXPECT_FALSE(ends_in_sums(table_of({{1, 2, 3}, {2, 4, 6}}))) << "few records";
  EXPECT_FALSE(ends_in_sums(table_of({{1, 2, 3, 4, 5, 15}}))) << "one column";
  EXPECT_TRUE(ends_in_sums(table_of({{1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 30}}))) << "of many";
  EXPECT_FALSE(ends_in_sums(table_of({{0, 0, 0, 1, 0, 0, 1}, {0, 5, 0, 0, 0, 0, 5}})))
      << "one value alone";
  EXPECT_FALSE(ends_in_sums(Table()));
}

}  // namespace
}  // namespace overhand::io
