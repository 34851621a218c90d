// What is written is read again, in every format.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/table/levels.h"
#include "support/folder.h"
#include "support/mixed_tables.h"
#include "support/people.h"

namespace overhand::io {
namespace {

class RoundTripTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::string file() const { return folder_.path(std::string("table") + GetParam()); }

  testing::Folder folder_;
};

// NaN equals NaN here: both are missing.
void expect_same_reals(const Reals& before, const Reals& after) {
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_TRUE(before[i] == after[i] || (is_missing(before[i]) && is_missing(after[i])))
        << i << ": " << before[i] << " became " << after[i];
  }
}

TEST_P(RoundTripTest, RealsComeBackToTheLastBit) {
  using Limits = std::numeric_limits<double>;
  const Reals hard = {0.1,
                      1.0 / 3,
                      -2.5e-300,
                      Limits::max(),
                      Limits::min(),
                      missing_real,
                      Limits::denorm_min(),
                      9007199254740993.0,
                      -0.1,
                      std::nextafter(1.0, 2.0)};
  const Table table({{"hard", hard}, {"easy", Reals{1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10}}});
  ASSERT_TRUE(write_table(table, file()));
  const auto read = read_table(file());
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(column_names(*read), (std::vector<std::string>{"hard", "easy"}));
  expect_same_reals(hard, reals(read->columns()[0]));
}

TEST_P(RoundTripTest, IntegersBeyondWhatARealHoldsStayWhole) {
  constexpr std::int64_t large = 9007199254740993;  // 2^53 + 1
  const Integers whole = {large, -large, missing_integer, std::numeric_limits<std::int64_t>::max(),
                          0};
  const Table table({{"whole", whole}, {"small", Integers{1, 2, 3, 4, 5}}});
  ASSERT_TRUE(write_table(table, file()));
  const auto read = read_table(file());
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(std::get<Cells<std::int64_t>>(read->columns()[0].values), whole);
  EXPECT_EQ(std::get<Cells<std::int64_t>>(read->columns()[1].values), (Integers{1, 2, 3, 4, 5}));
}

TEST_P(RoundTripTest, NamesOfColumnsComeBackAsTheyWere) {
  const std::vector<std::string> names = {"plain",     "last, first", "say \"x\"",
                                          "  spaced ", "größe",       "line\nbreak"};
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({name, Reals{1.5, 2.5}});
  ASSERT_TRUE(write_table(Table(std::move(columns)), file()));
  const auto read = read_table(file(), {}, {.header = Header::present});
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(column_names(*read), names);
}

TEST_P(RoundTripTest, OnlyTheColumnsChosenAreThere) {
  const Table table({{"a", Reals{1, 2}}, {"b", Reals{3, 4}}, {"c", Reals{5, 6}}});
  ASSERT_TRUE(write_table(table, file()));
  const auto dropped = read_table(file(), {.drop = {"b"}});
  ASSERT_TRUE(dropped);
  EXPECT_EQ(column_names(*dropped), (std::vector<std::string>{"a", "c"}));
  const auto chosen = read_table(file(), {.mask = {"c,a"}, .keep = {"b"}});
  ASSERT_TRUE(chosen) << sentence_of(chosen.error());
  EXPECT_EQ(column_names(*chosen), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(chosen->columns()[1].role, Role::keep);
  const auto unknown = read_table(file(), {.drop = {"d"}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(sentence_of(unknown.error()),
            file() + ": There is no column 'd'; the columns are a, b, c.");
}

TEST_P(RoundTripTest, ManyRecordsKeepTheirOrder) {
  constexpr std::size_t records = 100'000;  // more than a block of any format
  Integers rows(records);
  for (std::size_t i = 0; i < records; ++i) rows[i] = static_cast<std::int64_t>(i * 7919 % records);
  const Table table({{"row", rows}, {"half", Reals(records, 0.5)}});
  ASSERT_TRUE(write_table(table, file()));
  const auto read = read_table(file());
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(std::get<Cells<std::int64_t>>(read->columns()[0].values), rows);
}

TEST_P(RoundTripTest, StopsWhenAsked) {
  const Table table({{"a", Reals(50'000, 0.25)}, {"b", Reals(50'000, 0.5)}});
  ASSERT_TRUE(write_table(table, file()));
  const Progress stop({}, [] { return true; });
  const auto read = read_table(file(), {}, {}, stop);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::cancelled);
}

TEST_P(RoundTripTest, AFileThatIsNotWrittenLeavesTheOldOne) {
  ASSERT_TRUE(write_table(Table({{"a", Reals{1, 2}}, {"b", Reals{3, 4}}}), file()));
  const std::string before = testing::content(file());
  const Progress stop({}, [] { return true; });
  const Table other({{"a", Reals(50'000, 9)}, {"b", Reals(50'000, 9)}});
  const auto written = write_table(other, file(), stop);
  if (!written) {
    EXPECT_EQ(written.error().kind, ErrorKind::cancelled);
    EXPECT_EQ(testing::content(file()), before);
  }
  EXPECT_EQ(folder_.file_count(), 1U);
}

// What a table's own schema says of it.
ColumnChoice plans_for(const Table& table) {
  ColumnChoice choice{.keep_identifiers = true};
  for (const Column& column : table.columns()) {
    const bool is_text = std::holds_alternative<type::Text>(column.type);
    ColumnPlan plan{.name = column.name, .role = is_text ? Treatment::keep : Treatment::mask};
    const bool is_duration = std::holds_alternative<type::Duration>(column.type);
    if (!is_duration) plan.type = column.type;
    if (const auto* category = std::get_if<type::Category>(&column.type);
        category != nullptr && category->is_ordered) {
      plan.levels = levels_in_order(std::get<Texts>(column.values));
    }
    choice.plans.push_back(plan);
  }
  return choice;
}

TEST_P(RoundTripTest, EveryTypeComesBackByItsSchema) {
  random::Stream stream(random::key_from_seed(41), {random::Purpose::test});
  for (int round = 0; round < 8; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Table table = testing::random_mixed_table(25, stream);
    const auto written = write_table(table, file());
    ASSERT_TRUE(written) << sentence_of(written.error());
    const auto read = read_table(file(), plans_for(table));
    ASSERT_TRUE(read) << sentence_of(read.error());
    ASSERT_EQ(column_names(*read), column_names(table));
    for (const Column& column : table.columns()) {
      EXPECT_EQ(testing::cells_of(*read, column.name), testing::cells_of(table, column.name))
          << column.name << " " << name_of(column.type);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTripTest,
                         ::testing::Values(".csv", ".csv.gz", ".csv.zst", ".tsv", ".parquet",
                                           ".feather", ".arrow", ".orc", ".xlsx"),
                         [](const auto& format) {
                           std::string name = format.param;
                           std::erase(name, '.');
                           return name;
                         });

}  // namespace
}  // namespace overhand::io
