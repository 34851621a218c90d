#include "overhand/statistics/column_facts.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "overhand/core/parallel.h"
#include "overhand/statistics/histogram.h"
#include "overhand/table/identifiers.h"

namespace overhand::statistics {
namespace {

std::vector<std::size_t> bars_of_numbers(const Column& column) {
  const Reals values = reals(column);
  const Range extremes = range(values);
  if (extremes.low > extremes.high) return {};
  return histogram(values, extremes);
}

std::vector<std::size_t> counts_of(const Cells<std::int64_t>& values) {
  std::unordered_map<std::int64_t, std::size_t> counts;
  for (const std::int64_t value : values) {
    if (!is_missing(value)) ++counts[value];
  }
  std::vector<std::size_t> all;
  for (const auto& [value, count] : counts) all.push_back(count);
  return all;
}

// The counts of the most frequent values, without the values.
std::vector<std::size_t> bars_of_frequencies(const Column& column) {
  const auto* texts = std::get_if<Texts>(&column.values);
  std::vector<std::size_t> bars = texts != nullptr
                                      ? texts->level_counts()
                                      : counts_of(std::get<Cells<std::int64_t>>(column.values));
  std::erase(bars, std::size_t{0});
  std::ranges::sort(bars, std::greater<>());
  if (bars.size() > histogram_bars) bars.resize(histogram_bars);
  return bars;
}

ColumnFacts facts_of(const Column& column) {
  const ValueCount count = count_values(column);
  const bool is_number = is_quantity(column.type);
  return {.name = column.name,
          .type = name_of(column.type),
          .missing = column.size() - count.present,
          .distinct = count.distinct,
          .histogram = is_number ? bars_of_numbers(column) : bars_of_frequencies(column),
          .looks_like_identifier = looks_like_identifier(column, count),
          .can_be_masked = is_number};
}

}  // namespace

std::vector<ColumnFacts> column_facts(const Table& table) {
  std::vector<ColumnFacts> facts(table.column_count());
  parallel_for_each_index(facts.size(),
                          [&](std::size_t j) { facts[j] = facts_of(table.columns()[j]); });
  return facts;
}

}  // namespace overhand::statistics
