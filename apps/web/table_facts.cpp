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

// The counts of the most frequent values, without the values.
std::vector<std::size_t> bars_of_texts(const Texts& texts) {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const auto& text : texts) {
    if (!is_missing(text)) ++counts[*text];
  }
  std::vector<std::size_t> histogram;
  for (const auto& [text, count] : counts) histogram.push_back(count);
  std::ranges::sort(histogram, std::greater<>());
  if (histogram.size() > bars) histogram.resize(bars);
  return histogram;
}

const char* type_of(const Column& column) {
  if (std::holds_alternative<Integers>(column.values)) return "integer";
  return column.is_number() ? "real" : "text";
}

Json column_json(const Column& column) {
  const ValueCount count = count_values(column);
  return {{"name", column.name},
          {"type", type_of(column)},
          {"missing", column.size() - count.present},
          {"distinct", count.distinct},
          {"histogram", column.is_number() ? bars_of_numbers(column)
                                           : bars_of_texts(std::get<Texts>(column.values))},
          {"looks_like_identifier", looks_like_identifier(column, count)},
          {"can_be_masked", column.is_number()}};
}

}  // namespace

Json table_facts(const Table& table, const std::string& filename) {
  std::vector<Json> columns(table.column_count());
  tbb::parallel_for(std::size_t{0}, columns.size(),
                    [&](std::size_t j) { columns[j] = column_json(table.columns()[j]); });
  return {{"filename", filename}, {"rows", table.row_count()}, {"columns", columns}};
}

}  // namespace overhand::web
