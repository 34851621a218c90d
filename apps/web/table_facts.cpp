#include "table_facts.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace overhand::web {
namespace {

constexpr std::size_t bars = 20;

struct Facts {
  std::size_t missing = 0;
  std::size_t distinct = 0;
  std::vector<std::size_t> histogram;
  bool looks_like_identifier = false;
};

std::vector<std::size_t> histogram_of(const Reals& sorted) {
  std::vector<std::size_t> counts(bars, 0);
  const double low = sorted.front();
  const double width = (sorted.back() - low) / static_cast<double>(bars);
  for (const double value : sorted) {
    const double bar = width > 0 ? (value - low) / width : 0;
    ++counts[std::min(bars - 1, static_cast<std::size_t>(bar))];
  }
  return counts;
}

// Consecutive numbers, one a record: a running number.
bool is_running_number(const Facts& facts, const Reals& sorted) {
  return facts.missing == 0 && sorted.size() > 2 && facts.distinct == sorted.size() &&
         sorted.back() - sorted.front() == static_cast<double>(sorted.size() - 1);
}

Facts facts_of_numbers(const Column& column) {
  Reals values = reals(column);
  Facts facts;
  facts.missing = std::erase_if(values, [](double value) { return is_missing(value); });
  if (values.empty()) return facts;
  std::ranges::sort(values);
  facts.histogram = histogram_of(values);
  facts.distinct = 1;
  for (std::size_t i = 1; i < values.size(); ++i) facts.distinct += values[i] != values[i - 1];
  facts.looks_like_identifier =
      std::holds_alternative<Integers>(column.values) && is_running_number(facts, values);
  return facts;
}

// The counts of the most frequent values, without the values.
Facts facts_of_texts(const Texts& texts) {
  std::unordered_map<std::string, std::size_t> counts;
  Facts facts;
  for (const auto& text : texts) {
    if (is_missing(text))
      ++facts.missing;
    else
      ++counts[*text];
  }
  facts.distinct = counts.size();
  for (const auto& [text, count] : counts) facts.histogram.push_back(count);
  std::ranges::sort(facts.histogram, std::greater<>());
  if (facts.histogram.size() > bars) facts.histogram.resize(bars);
  constexpr double nearly_every_row = 0.9;
  const std::size_t present = texts.size() - facts.missing;
  facts.looks_like_identifier = present > 2 && static_cast<double>(facts.distinct) >=
                                                   nearly_every_row * static_cast<double>(present);
  return facts;
}

const char* type_of(const Column& column) {
  if (std::holds_alternative<Integers>(column.values)) return "integer";
  return column.is_number() ? "real" : "text";
}

Json column_json(const Column& column) {
  const Facts facts = column.is_number() ? facts_of_numbers(column)
                                         : facts_of_texts(std::get<Texts>(column.values));
  return {{"name", column.name},
          {"type", type_of(column)},
          {"missing", facts.missing},
          {"distinct", facts.distinct},
          {"histogram", facts.histogram},
          {"looks_like_identifier", facts.looks_like_identifier},
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
