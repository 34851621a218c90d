// Any cut of any table, masked in parts, is the table masked in memory.
#include <gtest/gtest.h>

#include <numeric>

#include "overhand/parts/code_bytes_internal.h"
#include "support/mixed_tables.h"
#include "support/part_steps.h"

namespace overhand::parts {
namespace {

using testing::expect_as_in_memory;
using testing::PartSetting;
using testing::PartSteps;
using Sizes = std::vector<std::size_t>;

// Up to seven parts, some of them empty.
Sizes random_cut(std::size_t rows, random::Stream& stream) {
  Sizes ends = {0, rows};
  const auto cuts = random::uniform_below(7, stream);
  for (std::uint32_t i = 0; i < cuts; ++i) {
    ends.push_back(random::uniform_below(static_cast<std::uint32_t>(rows) + 1, stream));
  }
  std::ranges::sort(ends);
  Sizes sizes(ends.size());
  std::adjacent_difference(ends.begin(), ends.end(), sizes.begin());
  return sizes;
}

// Engines that hold tables in parts know no ordered categories.
Table without_orders(Table table) {
  for (Column& column : table.columns()) {
    if (std::holds_alternative<type::Category>(column.type)) column.type = type::Category{};
  }
  return table;
}

TEST(CutTables, OfEveryTypeAreMaskedAsInMemory) {
  random::Stream stream(random::key_from_seed(71), {random::Purpose::test, 1});
  for (std::uint64_t time = 0; time < 60; ++time) {
    SCOPED_TRACE("table " + std::to_string(time));
    const std::size_t rows = 2 + random::uniform_below(150, stream);
    const Table table = without_orders(testing::random_mixed_table(rows, stream));
    const PartSetting setting{.bins = 1 + static_cast<int>(random::uniform_below(30, stream)),
                              .min_bin = 1 + static_cast<int>(random::uniform_below(3, stream) * 4),
                              .task_bytes = std::size_t{32} << random::uniform_below(8, stream),
                              .tasks = 1 + random::uniform_below(4, stream)};
    expect_as_in_memory(table, random_cut(rows, stream), setting, time);
  }
}

TEST(CutTables, OfOneRecordEachAreMaskedAsInMemory) {
  random::Stream stream(random::key_from_seed(72), {random::Purpose::test, 2});
  for (int time = 0; time < 8; ++time) {
    const Table table = without_orders(testing::random_mixed_table(40, stream));
    expect_as_in_memory(table, Sizes(40, 1), {.bins = 6, .task_bytes = 64});
  }
}

TEST(CutTables, WithColumnsThatHaveNoValueAreMaskedAsInMemory) {
  const std::size_t rows = 50;
  Table table = testing::normal_table(rows, 2, 3);
  table.columns().push_back({"no real", Reals(rows, missing_real)});
  table.columns().push_back({"no whole", Integers(rows, missing_integer)});
  table.columns().push_back({"no day", type::Date{}, Integers(rows, missing_integer)});
  table.columns().push_back({"no truth", type::Boolean{}, Integers(rows, missing_integer)});
  table.columns().push_back({"no text", Texts(rows)});
  expect_as_in_memory(table, {0, 20, 30, 0}, {.bins = 5, .task_bytes = 100});
}

// Every type among what is kept, between and beside what is masked: each record of it goes where
// the lineage says.
TEST(CutTables, CarryKeptColumnsOfEveryType) {
  random::Stream stream(random::key_from_seed(73), {random::Purpose::test, 3});
  const std::size_t rows = 90;
  std::vector<Column> columns;
  for (std::size_t kind = 0; kind < testing::mixed_kinds; ++kind) {
    columns.push_back(testing::mixed_column(kind, rows, testing::Spread::all, true, stream));
    columns.back().role = Role::keep;
    columns.back().name += " kept";
    columns.push_back(testing::mixed_column(kind, rows, testing::Spread::few, true, stream));
  }
  const Table table = without_orders(Table(std::move(columns)));
  for (const Sizes& sizes : {Sizes{90}, Sizes{0, 13, 77}, Sizes{30, 0, 30, 29, 1}}) {
    expect_as_in_memory(table, sizes, {.bins = 8, .task_bytes = 200, .tasks = 3});
  }
}

// Records in several row tasks, which takes more than one bucket of the row order.
TEST(CutTables, CarryKeptColumnsOverSeveralRowTasks) {
  const std::size_t rows = 140'000;
  Table table = testing::normal_table(rows, 2, 4);
  Integers numbers(rows);
  std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
  table.columns().push_back({"number", numbers, Role::keep});
  const PartSteps steps = expect_as_in_memory(table, {1, 69'999, 70'000}, {.bins = 50, .tasks = 4});
  EXPECT_EQ(steps.plan->row_tasks, 4U);
  for (const Lineage& of_task : steps.kept_rows) EXPECT_FALSE(of_task.empty());
}

TEST(CutTables, TakeCodesOfOneTwoAndFourBytes) {
  Table table = testing::normal_table(700, 2, 5);
  Integers whole(700);
  TextsBuilder texts;
  for (std::size_t i = 0; i < 700; ++i) {
    whole[i] = i % 9 == 0 ? missing_integer : static_cast<std::int64_t>(i * i);
    texts.append(std::to_string(i % 31));
  }
  table.columns().push_back({"whole", whole});
  table.columns().push_back({"text", std::move(texts).finish()});
  const Sizes sizes = {250, 0, 450};
  const auto width = [&](int bins) {
    return code_width(*expect_as_in_memory(table, sizes, {.bins = bins}).plan);
  };
  EXPECT_EQ(width(50), 1U);
  EXPECT_EQ(width(254), 1U);  // with the two codes beside the bins, 256
  EXPECT_EQ(width(255), 2U);
  EXPECT_EQ(width(300), 2U);
  EXPECT_EQ(width(65'534), 2U);
  EXPECT_EQ(width(65'535), 4U);
  EXPECT_EQ(width(70'000), 4U);
}

// Nine tenths of the numbers, whole numbers and texts are one value, whose pool many tasks share.
TEST(CutTables, ShareABinWithNineTenthsOfTheRecords) {
  const std::size_t rows = 200'000;
  random::Stream stream(random::key_from_seed(74), {random::Purpose::test, 4});
  Reals reals(rows);
  Integers whole(rows);
  TextsBuilder texts;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool is_rare = random::uniform_below(10, stream) == 0;
    // the common ones differ in what no bin sees, so that their order is seen
    reals[i] = is_rare ? 1e6 * random::uniform(stream) : static_cast<double>(i) * 1e-3;
    whole[i] = is_rare ? random::uniform_below(1'000'000'000, stream) : i;
    texts.append(is_rare ? std::to_string(random::uniform_below(500, stream)) : "common");
  }
  const Table table({{"real", reals}, {"whole", whole}, {"text", std::move(texts).finish()}});
  const PartSteps steps = expect_as_in_memory(table, {60'000, 0, 70'001, 1, 69'998},
                                              {.bins = 10, .task_bytes = 500'000});
  const auto& tasks = steps.plan->pool_tasks;
  EXPECT_GE(std::ranges::count_if(tasks, &PoolTask::is_split), 4);
  EXPECT_GE(steps.plan->split_pools().size(), 2U);
}

}  // namespace
}  // namespace overhand::parts
