#include <algorithm>
#include <limits>
#include <numeric>

#include "overhand/core/parallel.h"
#include "overhand/masking/column_levels_internal.h"
#include "overhand/masking/kinds.h"
#include "overhand/masking/random_ranks_internal.h"
#include "overhand/masking/ranks_internal.h"
#include "overhand/random/shuffle.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

// Levels that fit in the cache are shuffled one after the other from one stream, larger ones each
// by a scatter shuffle of its own: no level costs more than its records.
void shuffle_levels(std::span<std::int64_t> ranks, std::span<const std::size_t> starts,
                    std::uint32_t column, const random::Key& key) {
  random::Stream stream(key, {random::Purpose::level_order, column});
  for (std::size_t level = 0; level + 1 < starts.size(); ++level) {
    const std::size_t size = starts[level + 1] - starts[level];
    const auto part = ranks.subspan(starts[level], size);
    if (size <= random::bucket_capacity) {
      random::shuffle_in_cache(part, stream);
      continue;
    }
    const auto order = random::permutation(
        key, {random::Purpose::level_order, column, static_cast<std::uint32_t>(level + 1)}, size);
    for (std::size_t i = 0; i < size; ++i) {
      part[i] = static_cast<std::int64_t>(starts[level] + order[i]);
    }
  }
}

Integers random_ranks_of_numbers(const Column& column, std::uint32_t number,
                                 const random::Key& key) {
  Integers ranks(column.size());
  std::int64_t rank = 0;
  const random::StreamName ties{random::Purpose::level_order, number};
  for (const Row row : ranked_rows(numbers_with_gaps_above(column), ties, key)) {
    ranks[row] = rank++;
  }
  return ranks;
}

Values numbers_of(const Column& column, std::uint32_t number, const random::Key& key) {
  if (kind_of(column.type) == Kind::levels) return random_ranks_of_levels(column, number, key);
  return goes_by_rank(column) ? Values(random_ranks_of_numbers(column, number, key))
                              : column.values;
}

}  // namespace

Reals numbers_with_gaps_above(const Column& column) {
  const auto above = [](auto value) {
    return is_missing(value) ? std::numeric_limits<double>::infinity() : as_real(value);
  };
  Reals values(column.size());
  if (const auto* reals = std::get_if<Cells<double>>(&column.values))
    std::ranges::transform(*reals, values.begin(), above);
  else
    std::ranges::transform(std::get<Cells<std::int64_t>>(column.values), values.begin(), above);
  return values;
}

Integers random_ranks_of_levels(const Column& column, std::uint32_t column_number,
                                const random::Key& key) {
  const ColumnLevels levels = levels_of(column);
  std::vector<std::size_t> starts(levels.count + 1);
  const auto sizes = levels.sizes();
  std::partial_sum(sizes.begin(), sizes.end(), starts.begin() + 1);
  Integers shuffled(column.size());
  std::iota(shuffled.begin(), shuffled.end(), std::int64_t{0});
  shuffle_levels(shuffled, starts, column_number, key);
  Integers ranks(column.size());
  for (std::size_t row = 0; row < ranks.size(); ++row) {
    ranks[row] = shuffled[starts[levels.of_row[row]]++];
  }
  return ranks;
}

Lineage ranked_rows(const Reals& values, const random::StreamName& ties, const random::Key& key) {
  const Lineage tie_order = random::permutation(key, ties, values.size());
  Reals in_tie_order(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) in_tie_order[i] = values[tie_order[i]];
  Lineage rows = statistics::stable_order(in_tie_order);
  for (Row& row : rows) row = tie_order[row];
  return rows;
}

bool goes_by_rank(const Column& column) {
  return kind_of(column.type) == Kind::levels || missing_count(column.values) > 0;
}

Table as_numbers(const Table& original, const random::Key& key) {
  std::vector<Column> columns(original.column_count());
  parallel_for_each_index(columns.size(), [&](std::size_t j) {
    const Column& column = original.columns()[j];
    columns[j] =
        Column(column.name, numbers_of(column, static_cast<std::uint32_t>(j), key), column.role);
  });
  return Table(std::move(columns));
}

Values at_ranks_of(std::span<const double> scores, const Column& column, const Column& numbers) {
  if (!goes_by_rank(column)) return at_ranks_of(scores, column.values);
  const auto& ranks = std::get<Cells<std::int64_t>>(numbers.values);
  Lineage row_at(ranks.size());
  for (std::size_t row = 0; row < ranks.size(); ++row) row_at[ranks[row]] = static_cast<Row>(row);
  Lineage source(ranks.size());
  std::size_t rank = 0;
  for (const Row row : statistics::stable_order(scores)) source[row] = row_at[rank++];
  return gather(column.values, source);
}

}  // namespace overhand::masking
