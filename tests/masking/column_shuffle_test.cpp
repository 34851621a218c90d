#include "overhand/masking/column_shuffle.h"

#include <gtest/gtest.h>

#include "overhand/masking/sjppds_internal.h"
#include "overhand/random/shuffle.h"
#include "overhand/table/cell_text.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

Column of_type(const std::string& name, std::size_t rows, std::size_t kind) {
  random::Stream stream(random::key_from_seed(kind), {random::Purpose::test, 9});
  if (kind == 2) {
    TextsBuilder texts;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto level = random::uniform_below(7, stream);
      texts.append(level == 6 ? std::nullopt
                              : std::optional<std::string_view>(
                                    std::string_view("abcdefg").substr(level, 1)));
    }
    return {name, type::Category{}, std::move(texts).finish()};
  }
  Reals reals;
  Integers whole;
  for (std::size_t i = 0; i < rows; ++i) {
    reals.push_back(i % 50 == 7 ? missing_real : random::uniform(stream));
    whole.push_back(i % 40 == 3 ? missing_integer : random::uniform_below(9, stream));
  }
  return kind == 0 ? Column(name, reals) : Column(name, whole);
}

// A column by itself, drawn in parts, is the column of the whole table's masking.
void expect_same_as_sjppds(std::size_t rows, const SjppdsOptions& options) {
  const OptionValues values = {
      {"bins", std::int64_t{options.bins}},
      {"min_bin", std::int64_t{options.min_bin}},
      {"marginals",
       std::string(options.marginals == Marginals::synthetic ? "synthetic" : "exact")}};
  const Table table({of_type("a", rows, 0), of_type("b", rows, 1), of_type("c", rows, 2)});
  const testing::Seeded seeded(5);
  const auto whole = sjppds(table, options, seeded.context);
  ASSERT_TRUE(whole);
  const Lineage& order = *whole->lineage;
  for (std::uint32_t j = 0; j < table.column_count(); ++j) {
    auto made = ColumnShuffle::make(table.columns()[j], j, values, seeded.context.key);
    ASSERT_TRUE(made);
    ColumnShuffle& shuffle = *made;
    const std::size_t first = rows / 3;
    const auto sources = std::span<const Row>(order);
    const Column front = shuffle.draw(sources.first(first));
    const Column back = shuffle.draw(sources.subspan(first));
    const Column& expected = whole->table.columns()[j];
    EXPECT_EQ(front.type, expected.type);
    for (std::size_t row = 0; row < rows; ++row) {
      const bool is_front = row < first;
      ASSERT_EQ(cell_text(is_front ? front : back, is_front ? row : row - first),
                cell_text(expected, row))
          << "column " << j << ", row " << row;
    }
  }
}

TEST(ColumnShuffle, IsOneColumnOfSjppds) {
  expect_same_as_sjppds(100, {.bins = 10});
  expect_same_as_sjppds(1000, {.bins = 300, .min_bin = 5});
  expect_same_as_sjppds(1000, {.bins = 20, .marginals = Marginals::synthetic});
  expect_same_as_sjppds(200'000, {.bins = 3});  // pools of more than one bucket
}

}  // namespace
}  // namespace overhand::masking
