#include <algorithm>
#include <set>

#include "overhand/io/cells_internal.h"
#include "overhand/io/header_line_internal.h"

namespace overhand::io {
namespace {

// The cells of one column below the first line that are not missing.
Fields column_below(const std::vector<Fields>& below, std::size_t j) {
  Fields cells;
  for (const Fields& record : below) {
    if (j < record.size() && !is_missing_cell(record[j])) cells.push_back(record[j]);
  }
  return cells;
}

bool repeats_a_number(const Fields& first) {
  std::set<std::string> numbers;
  return std::ranges::any_of(first, [&](const std::string& cell) {
    return is_number_cell(cell) && !numbers.insert(cell).second;
  });
}

bool are_numbers(const Fields& cells) {
  return std::ranges::all_of(
      cells, [](const auto& cell) { return is_missing_cell(cell) || is_number_cell(cell); });
}

enum class Kind { record, name, neither };

Kind kind_of(const std::string& cell, const Fields& below) {
  if (is_missing_cell(cell) || below.empty()) return Kind::neither;
  if (!are_numbers(below)) return Kind::neither;
  if (!is_number_cell(cell)) return Kind::name;
  const bool is_name = is_year_cell(cell) && !std::ranges::all_of(below, is_year_cell);
  return is_name ? Kind::name : Kind::record;
}

bool occurs_again(const std::string& cell, const Fields& below) {
  return !is_missing_cell(cell) && !is_number_cell(cell) &&
         std::ranges::find(below, cell) != below.end();
}

}  // namespace

bool looks_like_record(const Fields& first, const std::vector<Fields>& below) {
  const bool has_any = !std::ranges::all_of(first, is_missing_cell);
  if (has_any && are_numbers(first)) return true;
  if (repeats_a_number(first)) return true;
  int balance = 0;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const Fields cells = column_below(below, j);
    if (occurs_again(first[j], cells)) return true;
    const Kind kind = kind_of(first[j], cells);
    balance += kind == Kind::record ? 1 : kind == Kind::name ? -1 : 0;
  }
  return balance > 0;
}

}  // namespace overhand::io
