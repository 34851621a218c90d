#include "overhand/risk/nearest.h"

#include <gtest/gtest.h>

#include "support/profiles.h"

namespace overhand::risk {
namespace {

using statistics::Profile;

// Bit for bit what the definition gives, whichever way it is searched.
void expect_exact(const Table& original, const Table& masked) {
  const Profile x = testing::profile_of(original);
  const Profile m = testing::profile_of(masked);
  const Reals expected = testing::nearest_by_definition(x, m);
  const auto rows = same_rows(m.row_count());
  for (const Search search : {Search::scan, Search::tree, Search::chosen}) {
    EXPECT_EQ(NearestOriginal(x, search).distances(m, rows), expected);
  }
}

TEST(NearestOriginal, IsExactOnContinuousData) {
  for (const std::size_t columns : {1, 2, 5, 12, 13, 40}) {
    const Table original = testing::normal_table(333, columns, columns);
    expect_exact(original, testing::with_noise(original, 30, 1));
    expect_exact(original, testing::normal_table(97, columns, 100 + columns));
  }
}

TEST(NearestOriginal, IsExactWithTiesAndDuplicates) {
  for (const std::uint32_t levels : {1, 2, 3, 10}) {
    expect_exact(testing::tied_table(300, 3, levels, 1), testing::tied_table(200, 3, levels, 2));
  }
}

TEST(NearestOriginal, IsExactBesideFarOutliers) {
  // Single precision cannot tell the other records apart: their distances are 1e-7 of the outlier.
  Table original = testing::normal_table(500, 4, 3);
  for (Column& column : original.columns()) testing::set_real(column, 7, 1e9);
  expect_exact(original, testing::with_noise(original, 1e-7, 4));
}

TEST(NearestOriginal, IsExactForTheSmallestTables) {
  expect_exact(testing::table_of({{1, 2}}), testing::table_of({{1, 2}}));
  expect_exact(testing::table_of({{5, 5}}), testing::table_of({{1, 2}}));
  expect_exact(testing::normal_table(33, 1, 5), testing::normal_table(2, 1, 6));
}

TEST(NearestOriginal, ChoosesASearchForLargeTables) {  // a tree is tried from 8192 on
  const Table original = testing::normal_table(9000, 3, 7);
  const Profile x = testing::profile_of(original);
  const Profile m = testing::profile_of(testing::with_noise(original, 5, 8));
  const auto rows = same_rows(m.row_count());
  EXPECT_EQ(NearestOriginal(x).distances(m, rows),
            NearestOriginal(x, Search::scan).distances(m, rows));
}

TEST(NearestOriginal, SearchesJustTheRowsAskedFor) {
  const Profile x = testing::profile_of(testing::normal_table(50, 2, 9));
  const Profile m = testing::profile_of(testing::normal_table(50, 2, 10));
  const Reals all = testing::nearest_by_definition(x, m);
  const std::vector<Row> rows = {4, 17, 49};
  EXPECT_EQ(NearestOriginal(x).distances(m, rows), (Reals{all[4], all[17], all[49]}));
}

}  // namespace
}  // namespace overhand::risk
