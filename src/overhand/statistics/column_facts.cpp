#include "overhand/statistics/column_facts.h"

#include <algorithm>
#include <functional>
#include <string_view>
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

std::vector<std::size_t> bars_of_texts(const Texts& texts) {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const auto& text : texts) {
    if (!is_missing(text)) ++counts[*text];
  }
  std::vector<std::size_t> bars;
  for (const auto& [text, count] : counts) bars.push_back(count);
  std::ranges::sort(bars, std::greater<>());
  if (bars.size() > histogram_bars) bars.resize(histogram_bars);
  return bars;
}

const char* type_of(const Column& column) {
  if (std::holds_alternative<Integers>(column.values)) return "integer";
  return column.is_number() ? "real" : "text";
}

ColumnFacts facts_of(const Column& column) {
  const ValueCount count = count_values(column);
  return {.name = column.name,
          .type = type_of(column),
          .missing = column.size() - count.present,
          .distinct = count.distinct,
          .histogram = column.is_number() ? bars_of_numbers(column)
                                          : bars_of_texts(std::get<Texts>(column.values)),
          .looks_like_identifier = looks_like_identifier(column, count),
          .can_be_masked = column.is_number()};
}

}  // namespace

std::vector<ColumnFacts> column_facts(const Table& table) {
  std::vector<ColumnFacts> facts(table.column_count());
  parallel_for_each_index(facts.size(),
                          [&](std::size_t j) { facts[j] = facts_of(table.columns()[j]); });
  return facts;
}

}  // namespace overhand::statistics
