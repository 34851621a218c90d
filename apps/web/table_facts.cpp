#include "table_facts.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "overhand/table/identifiers.h"

namespace overhand::web {
namespace {

constexpr std::size_t bars = 20;

std::vector<std::size_t> histogram_of(const Reals& values) {
  std::vector<std::size_t> counts(bars, 0);
  const auto [low, high] = std::ranges::minmax(values);
  const double width = (high - low) / static_cast<double>(bars);
  for (const double value : values) {
    const double bar = width > 0 ? (value - low) / width : 0;
    ++counts[std::min(bars - 1, static_cast<std::size_t>(bar))];
  }
  return counts;
}

std::vector<std::size_t> bars_of_numbers(const Column& column) {
  Reals values = reals(column);
  std::erase_if(values, [](double value) { return is_missing(value); });
  if (values.empty()) return {};
  return histogram_of(values);
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
  std::vector<std::size_t> histogram =
      texts != nullptr ? texts->level_counts()
                       : counts_of(std::get<Cells<std::int64_t>>(column.values));
  std::erase(histogram, std::size_t{0});
  std::ranges::sort(histogram, std::greater<>());
  if (histogram.size() > bars) histogram.resize(bars);
  return histogram;
}

Json column_json(const Column& column) {
  const ValueCount count = count_values(column);
  const bool is_number = is_quantity(column.type);
  return {{"name", column.name},
          {"type", name_of(column.type)},
          {"missing", column.size() - count.present},
          {"distinct", count.distinct},
          {"histogram", is_number ? bars_of_numbers(column) : bars_of_frequencies(column)},
          {"looks_like_identifier", looks_like_identifier(column, count)},
          {"can_be_masked", is_number}};
}

}  // namespace

Json table_facts(const Table& table, const std::string& filename) {
  std::vector<Json> columns(table.column_count());
  tbb::parallel_for(std::size_t{0}, columns.size(),
                    [&](std::size_t j) { columns[j] = column_json(table.columns()[j]); });
  return {{"filename", filename}, {"rows", table.row_count()}, {"columns", columns}};
}

}  // namespace overhand::web
