#include <algorithm>
#include <cmath>
#include <type_traits>

#include "overhand/core/parallel.h"
#include "overhand/masking/kinds.h"
#include "overhand/masking/margins_internal.h"
#include "overhand/masking/random_ranks_internal.h"
#include "overhand/random/shuffle.h"
#include "overhand/statistics/ranks.h"
#include "overhand/table/decimals.h"

namespace overhand::masking {
namespace {

constexpr std::size_t few = 3;  // fewer records than this make a value rare; so many are averaged

double mean_of(std::span<const double> sorted) {
  double mean = 0;
  for (const double value : sorted) mean += value / static_cast<double>(sorted.size());
  return std::clamp(mean, sorted.front(), sorted.back());
}
std::int64_t mean_of(std::span<const std::int64_t> sorted) {
  double above = 0;  // the smallest
  for (const std::int64_t value : sorted) {
    above += static_cast<double>(value) - static_cast<double>(sorted.front());
  }
  return between(
      sorted.front(), sorted.back(),
      above == 0 ? 0
                 : above / static_cast<double>(sorted.size()) /
                       (static_cast<double>(sorted.back()) - static_cast<double>(sorted.front())));
}

template <class Value>
void average(std::span<Value> values) {
  if (!values.empty()) std::ranges::fill(values, mean_of(std::span<const Value>(values)));
}

template <class Value>
std::vector<Value> smoothed(std::vector<Value> sorted, random::Stream& stream) {
  const std::vector<Value> own = sorted;
  std::size_t begin = 0;
  while (begin < own.size()) {
    const auto end = static_cast<std::size_t>(
        std::upper_bound(own.begin() + static_cast<std::ptrdiff_t>(begin), own.end(), own[begin]) -
        own.begin());
    const Value low = begin == 0 ? own[begin] : between(own[begin - 1], own[begin], 0.5);
    const Value high = end == own.size() ? own[begin] : between(own[begin], own[end], 0.5);
    for (std::size_t i = begin; end - begin < few && i < end; ++i) {
      sorted[i] = between(low, high, random::uniform(stream));
    }
    std::sort(&sorted[begin], &sorted[begin] + (end - begin));
    begin = end;
  }
  const std::size_t tail = std::min(few, own.size() / 2);
  std::ranges::copy(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(tail), sorted.begin());
  std::ranges::copy(own.end() - static_cast<std::ptrdiff_t>(tail), own.end(),
                    sorted.end() - static_cast<std::ptrdiff_t>(tail));
  average(std::span(sorted).first(tail));
  average(std::span(sorted).last(tail));
  return sorted;
}

// Draws between two halves of the values, in random order.
template <class Value>
void add_draws(const std::vector<Value>& sorted, random::Stream& stream,
               std::vector<Value>& drawn) {
  std::vector<char> half(sorted.size());
  const std::size_t size = sorted.size() / 2;
  std::fill_n(half.begin(), size, 1);
  std::fill_n(half.begin() + static_cast<std::ptrdiff_t>(size), size, 2);
  random::shuffle_in_cache(std::span(half), stream);
  std::vector<Value> parts[2];
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (half[i] != 0) parts[half[i] - 1].push_back(sorted[i]);
  }
  for (std::size_t i = 0; i < size; ++i) {
    const auto [low, high] = std::minmax(parts[0][i], parts[1][i]);
    drawn.push_back(between(low, high, random::uniform(stream)));
  }
}

template <class Value>
std::vector<Value> synthetic(const std::vector<Value>& sorted, random::Stream& stream) {
  if (sorted.size() < 2) return sorted;
  std::vector<Value> drawn;
  while (drawn.size() < sorted.size()) add_draws(sorted, stream, drawn);
  random::shuffle_in_cache(std::span(drawn), stream);
  drawn.resize(sorted.size());
  statistics::sort_ascending(drawn);
  return drawn;
}

template <class Value>
std::vector<Value> hidden(const Cells<Value>& values, const Lineage& order, Marginals marginals,
                          const Grain& grain, random::Stream& stream) {
  std::vector<Row> rows;  // that have a value, by its rank
  std::ranges::copy_if(order, std::back_inserter(rows),
                       [&](Row row) { return !is_missing(values[row]); });
  std::vector<Value> sorted(rows.size());
  std::ranges::transform(rows, sorted.begin(), [&](Row row) { return values[row]; });
  statistics::sort_ascending(sorted);  // whole numbers may be equal as reals
  sorted = marginals == Marginals::smoothed ? smoothed(std::move(sorted), stream)
                                            : synthetic(sorted, stream);
  std::vector<Value> result(values.begin(), values.end());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result[rows[i]] = as_written(sorted[i], grain);
  }
  return result;
}

}  // namespace

// Values are written as finely as those of their column were; whole numbers of any kind stay whole.
Column with_margins(const Column& column, std::uint32_t number, Marginals marginals,
                    const random::Key& key) {
  if (kind_of(column.type) == Kind::levels) return column;
  random::Stream stream(key, {random::Purpose::margins, number});
  const Lineage order =
      ranked_rows(numbers_with_gaps_above(column), {random::Purpose::margins, number, 1}, key);
  const Grain grain = grain_of(column);
  const auto changed = [&](const auto& values) -> Values {
    if constexpr (std::is_same_v<std::decay_t<decltype(values)>, Texts>) {
      return values;
    } else {
      return hidden(values, order, marginals, grain, stream);
    }
  };
  return with_values(column, std::visit(changed, column.values));
}

double between(double low, double high, double share) {
  return low == high ? low : std::clamp((1 - share) * low + share * high, low, high);
}
std::int64_t between(std::int64_t low, std::int64_t high, double share) {
  constexpr double longest = 9.2e18;  // what can be added, and stored
  const double way = static_cast<double>(high) - static_cast<double>(low);
  if (way > longest) {
    const double place = between(static_cast<double>(low), static_cast<double>(high), share);
    return std::clamp(static_cast<std::int64_t>(std::clamp(place, -longest, longest)), low, high);
  }
  return std::clamp(low + static_cast<std::int64_t>(std::floor(share * way + 0.5)), low, high);
}

Reals synthetic_values(const Reals& sorted, random::Stream& stream) {
  return synthetic(sorted, stream);
}
Integers synthetic_values(const Integers& sorted, random::Stream& stream) {
  return synthetic(sorted, stream);
}

Table with_margins(const Table& table, Marginals marginals, const random::Key& key) {
  std::vector<Column> columns(table.column_count());
  parallel_for_each_index(columns.size(), [&](std::size_t j) {
    columns[j] = with_margins(table.columns()[j], static_cast<std::uint32_t>(j), marginals, key);
  });
  return Table(std::move(columns));
}

}  // namespace overhand::masking
