// The search finds, bit for bit, what looking at every record finds: whichever way it is searched,
// over all columns or some, in another table or among a table's own records.
#include "overhand/risk/neighbours.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/mixed.h"
#include "support/profiles.h"

namespace overhand::risk {
namespace {

using statistics::Profile;
using Columns = std::vector<std::size_t>;

constexpr std::array searches = {Search::scan, Search::tree, Search::chosen};

void expect_exact(const Table& table, const Table& others) {
  const Profile x = testing::profile_of(table);
  const Profile m = testing::profile_of(others);
  const auto expected = testing::nearest_by_definition(x, m);
  const auto own = testing::nearest_by_definition(x, x);
  for (const Search search : searches) {
    const Neighbours neighbours(x, search);
    EXPECT_EQ(neighbours.nearest_to(m, same_rows(m.row_count())), expected);
    EXPECT_EQ(neighbours.nearest_others(same_rows(x.row_count())), own);
  }
}

void expect_exact_over(const Columns& columns, const Profile& x, const Profile& m) {
  const auto expected = testing::nearest_by_definition(x, m, columns);
  const auto own = testing::nearest_by_definition(x, x, columns);
  for (const Search search : searches) {
    const Neighbours neighbours(x, columns, search);
    EXPECT_EQ(neighbours.nearest_to(m, same_rows(m.row_count())), expected);
    EXPECT_EQ(neighbours.nearest_others(same_rows(x.row_count())), own);
  }
}

TEST(Neighbours, AreExactOnContinuousData) {
  for (const std::size_t columns : {1, 2, 5, 12, 13, 40}) {
    const Table table = testing::normal_table(333, columns, columns);
    expect_exact(table, testing::with_noise(table, 30, 1));
    expect_exact(table, testing::normal_table(97, columns, 100 + columns));
  }
}

TEST(Neighbours, AreExactWithTiesAndDuplicates) {
  for (const std::uint32_t levels : {1, 2, 3, 10}) {
    expect_exact(testing::tied_table(300, 3, levels, 1), testing::tied_table(200, 3, levels, 2));
  }
}

// Many kinds of tables, each over random subsets of its columns in random order.
TEST(Neighbours, AreExactOverAnyColumns) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    random::Stream stream(random::key_from_seed(seed), {random::Purpose::test, 99});
    const auto below = [&](std::uint32_t bound) { return random::uniform_below(bound, stream); };
    const std::size_t p = 2 + below(7);
    const std::size_t n = 2 + below(200);
    Table table =
        seed % 2 == 0 ? testing::normal_table(n, p, seed) : testing::tied_table(n, p, 4, seed);
    table.columns()[below(static_cast<std::uint32_t>(p))].values = Reals(n, 3.5);  // constant
    const Profile x = testing::profile_of(table);
    const Profile m = testing::profile_of(testing::with_noise(table, seed % 3 == 0 ? 0 : 40, seed));
    for (int subset = 0; subset < 4; ++subset) {
      Columns columns(p);
      std::iota(columns.begin(), columns.end(), std::size_t{0});
      for (std::size_t j = p; j > 1; --j) {
        std::swap(columns[j - 1], columns[below(static_cast<std::uint32_t>(j))]);
      }
      columns.resize(1 + below(static_cast<std::uint32_t>(p)));
      SCOPED_TRACE(seed);
      expect_exact_over(columns, x, m);
    }
  }
}

TEST(Neighbours, AreExactBesideFarOutliers) {
  // Single precision cannot tell the other records apart: their distances are 1e-7 of the outlier.
  Table table = testing::normal_table(500, 4, 3);
  for (Column& column : table.columns()) testing::set_real(column, 7, 1e9);
  expect_exact(table, testing::with_noise(table, 1e-7, 4));
}

TEST(Neighbours, AreExactForTheSmallestTables) {
  expect_exact(testing::table_of({{1, 2}}), testing::table_of({{1, 2}}));
  expect_exact(testing::table_of({{5, 5}}), testing::table_of({{1, 2}}));
  expect_exact(testing::normal_table(33, 1, 5), testing::normal_table(2, 1, 6));
}

TEST(Neighbours, ChooseASearchForLargeTables) {  // a tree is tried from 8192 on
  const Table table = testing::normal_table(9000, 3, 7);
  const Profile x = testing::profile_of(table);
  const Profile m = testing::profile_of(testing::with_noise(table, 5, 8));
  const auto rows = same_rows(m.row_count());
  const Neighbours scanned(x, Search::scan);
  EXPECT_EQ(Neighbours(x).nearest_to(m, rows), scanned.nearest_to(m, rows));
  EXPECT_EQ(Neighbours(x).nearest_others(rows), scanned.nearest_others(rows));
}

// Gaps, codes and dates, in groups that the last records do not fill; over all columns and some.
TEST(Neighbours, AreExactOnMixedTables) {
  for (const std::size_t rows : {2U, 33U, 700U}) {
    const Table table = testing::mixed_table(rows, rows);
    const auto [x, m] = testing::profiles_of(table, testing::noisy_mixture(table, 1));
    expect_exact_over({0, 1, 2, 3, 4, 5}, x, m);
    expect_exact_over({4, 1}, x, m);
    const auto expected = testing::nearest_by_definition(x, m);
    EXPECT_EQ(Neighbours(x).nearest_to(m, same_rows(rows)), expected);
  }
}

TEST(Neighbours, SearchJustForTheRowsAskedFor) {
  const Profile x = testing::profile_of(testing::normal_table(50, 2, 9));
  const Profile m = testing::profile_of(testing::normal_table(50, 2, 10));
  const auto all = testing::nearest_by_definition(x, m);
  const std::vector<std::uint32_t> rows = {4, 17, 49};
  EXPECT_EQ(Neighbours(x).nearest_to(m, rows), (std::vector{all[4], all[17], all[49]}));
}

TEST(Neighbours, OfEquallyNearRecordsTheFirstIsNamed) {
  const Profile x = testing::profile_of(testing::table_of({{0, 7, 0, 7, 0}}));
  for (const Search search : searches) {
    const auto others = Neighbours(x, search).nearest_others(same_rows(5));
    EXPECT_EQ(others[0].row, 2U);
    EXPECT_EQ(others[1].row, 3U);
    EXPECT_EQ(others[4].row, 0U);
  }
}

}  // namespace
}  // namespace overhand::risk
