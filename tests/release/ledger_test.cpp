#include "overhand/release/ledger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/tables.h"

namespace overhand::release {
namespace {

const random::Key key = random::key_from_seed(5);

Fingerprints of(const Table& table) { return *fingerprints_of(table, key); }

Ledger ledger_with(const Table& table) {
  return {key, {{"2026-11-16", "cell_rotate, k 24", of(table)}}};
}

// Rows `first` to `last` - 1.
Table part_of(const Table& table, Row first, Row last) {
  std::vector<Row> rows(last - first);
  std::iota(rows.begin(), rows.end(), first);
  return gather(table, rows);
}

Table without_column(const Table& table, std::size_t place) {
  std::vector<Column> columns = table.columns();
  columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(place));
  return Table(std::move(columns));
}

TEST(Ledger, LetsOutWhatSharesNoRecord) {
  const Table all = testing::normal_table(200, 3, 1);
  EXPECT_FALSE(problem_with_overlap(ledger_with(part_of(all, 0, 100)), of(part_of(all, 100, 200))));
  EXPECT_FALSE(problem_with_overlap({key}, of(all)));
}

TEST(Ledger, RefusesOneSharedRecordAndCountsThem) {
  const Table all = testing::normal_table(1200, 3, 1);
  const Ledger ledger = ledger_with(part_of(all, 0, 1100));
  const auto one = problem_with_overlap(ledger, of(part_of(all, 1099, 1200)));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->kind, ErrorKind::refused);
  EXPECT_TRUE(one->message.starts_with(
      "1 of these 101 records is in the release of 2026-11-16 already (cell_rotate, k 24). "))
      << one->message;
  const auto many = problem_with_overlap(ledger, of(part_of(all, 50, 1200)));
  ASSERT_TRUE(many);
  EXPECT_TRUE(many->message.starts_with("1050 of these 1150 records are in")) << many->message;
}

TEST(Ledger, KnowsARecordInAnyOrderOfRowsAndColumns) {
  const Table table = testing::normal_table(50, 3, 1);
  std::vector<Row> rows(50);
  std::iota(rows.rbegin(), rows.rend(), Row{0});
  std::vector<Column> columns = gather(table, rows).columns();
  std::ranges::reverse(columns);
  const Fingerprints turned = of(Table(std::move(columns)));
  EXPECT_EQ(turned.records, of(table).records);
  EXPECT_EQ(turned.columns, of(table).columns);
}

TEST(Ledger, KnowsTheSamePeopleWithOtherColumns) {
  const Table table = testing::normal_table(50, 3, 1);
  const auto problem = problem_with_overlap(ledger_with(table), of(without_column(table, 0)));
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->kind, ErrorKind::refused);
  EXPECT_TRUE(problem->message.starts_with("2 columns of this table hold the very values"))
      << problem->message;
}

// Ten levels that are as frequent in two tables tell nothing.
TEST(Ledger, TakesNoFewValuesForTheSamePeople) {
  Reals levels(100);
  for (std::size_t i = 0; i < 100; ++i) levels[i] = static_cast<double>(i % 10);
  Reals other(100, 1.0);
  for (std::size_t i = 0; i < 100; ++i) other[i] = static_cast<double>(i) + 1000;
  Reals own(100);
  std::iota(own.begin(), own.end(), 0.0);
  EXPECT_FALSE(problem_with_overlap(ledger_with(testing::table_of({levels, own})),
                                    of(testing::table_of({levels, other}))));
}

TEST(Ledger, TellsValuesFromGapsAndNeighbours) {
  const auto records = [](Reals a, Reals b) { return of(testing::table_of({a, b})).records; };
  EXPECT_NE(records({1}, {23}), records({12}, {3}));
  EXPECT_NE(records({missing_real}, {1}), records({1}, {missing_real}));
  EXPECT_NE(of(testing::table_of({{1}})).records,
            fingerprints_of(testing::table_of({{1}}), random::key_from_seed(6))->records);
}

// Sorted: where a record stood is not told.
TEST(Ledger, KeepsNoOrder) {
  const Fingerprints made = of(testing::normal_table(100, 3, 1));
  EXPECT_TRUE(std::ranges::is_sorted(made.records));
  EXPECT_EQ(made.records.size(), 100);
}

}  // namespace
}  // namespace overhand::release
