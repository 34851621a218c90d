#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "overhand/io/cells_internal.h"
#include "overhand/io/header_line_internal.h"
#include "overhand/table/date_text.h"

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

// Also in words that are read as text below: nobody calls a column so.
bool says_missing(const std::string& cell) {
  constexpr std::array words = {"na", "n/a", "nan", "null", "none", ".", "-"};
  std::string lower = cell;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return is_missing_cell(cell) || std::ranges::find(words, lower) != words.end();
}

enum class CellRole { record, name, either, neither };

// Above numbers: a text is a name and a number a record; a year or a missing cell can be both.
CellRole kind_of(const std::string& cell, const Fields& below) {
  if (below.empty() || !are_numbers(below)) return CellRole::neither;
  if (says_missing(cell)) return CellRole::either;
  if (!is_number_cell(cell)) return CellRole::name;
  const bool is_year = is_year_cell(cell) && !std::ranges::all_of(below, is_year_cell);
  return is_year ? CellRole::either : CellRole::record;
}

// 2019, 2020 or 1990, 2000, 2010: the columns of a table by years. Two years that do not follow
// each other are as well a birth and a death.
bool are_years_of_a_series(const Fields& first) {
  std::vector<int> years;
  for (const std::string& cell : first) {
    if (!is_number_cell(cell)) continue;
    if (!is_year_cell(cell)) return false;
    years.push_back(std::stoi(cell));
  }
  if (years.size() < 2) return false;
  const int step = years[1] - years[0];
  for (std::size_t i = 1; i < years.size(); ++i) {
    if (years[i] - years[i - 1] != step) return false;
  }
  return step == 1 || (step > 0 && years.size() > 2);
}

bool occurs_again(const std::string& cell, const Fields& below) {
  return !is_missing_cell(cell) && !is_number_cell(cell) &&
         std::ranges::find(below, cell) != below.end();
}

bool is_text(const std::string& cell) { return !is_missing_cell(cell) && !is_number_cell(cell); }

bool are_names(const Fields& cells, std::size_t count) {
  return cells.size() == count && std::ranges::all_of(cells, is_text) &&
         std::set<std::string>(cells.begin(), cells.end()).size() == count;
}

// Below which hardly any record would have a text of its own: numbers, or few levels again and
// again.
bool leaves_no_text_alone(const Fields& below) {
  constexpr std::size_t records_each = 3;
  const std::set<std::string> levels(below.begin(), below.end());
  return !below.empty() && (are_numbers(below) || records_each * levels.size() <= below.size());
}

// Whether the fields that can only be names are more than those that stand again below: a column
// may have a level that is called as the column is.
bool are_rather_names(const Fields& first, const std::vector<Fields>& below) {
  if (!are_names(first, first.size()) || std::ranges::any_of(first, says_missing)) return false;
  int balance = 0;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const Fields cells = column_below(below, j);
    if (occurs_again(first[j], cells)) {
      ++balance;
    } else if (leaves_no_text_alone(cells)) {
      --balance;
    }
  }
  return balance < 0;
}

bool is_above_values(const std::vector<Fields>& below, std::size_t columns) {
  for (std::size_t j = 0; j < columns; ++j) {
    const Fields cells = column_below(below, j);
    const bool are_values = std::ranges::all_of(
        cells, [](const std::string& cell) { return is_number_cell(cell) || is_date(cell); });
    if (!cells.empty() && are_values) return true;
  }
  return false;
}

}  // namespace

std::optional<std::size_t> names_below_title(const Fields& first,
                                             const std::vector<Fields>& below) {
  constexpr std::size_t most_titles = 50;
  const bool is_alone = std::ranges::count_if(first, is_text) == 1 &&
                        std::ranges::count_if(first, is_missing_cell) + 1 == std::ssize(first);
  if (!is_alone || first.size() < 2) return std::nullopt;
  for (std::size_t i = 0; i < std::min(below.size(), most_titles); ++i) {
    if (std::ranges::any_of(below[i], is_number_cell)) return std::nullopt;  // a record
    if (!are_names(below[i], first.size())) continue;
    const std::vector<Fields> records(below.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                      below.end());
    return is_above_values(records, first.size()) ? std::optional(i) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::size_t> field_said_again(const Fields& first, const std::vector<Fields>& below) {
  for (std::size_t j = 0; j < first.size(); ++j) {
    if (occurs_again(first[j], column_below(below, j))) return j;
  }
  return std::nullopt;
}

bool looks_like_record(const Fields& first, const std::vector<Fields>& below) {
  const bool has_any = !std::ranges::all_of(first, is_missing_cell);
  if (has_any && are_numbers(first)) return true;
  if (repeats_a_number(first)) return true;
  if (are_years_of_a_series(first) || are_rather_names(first, below)) return false;
  int balance = 0;
  bool has_either = false;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const Fields cells = column_below(below, j);
    if (occurs_again(first[j], cells)) return true;
    const CellRole kind = kind_of(first[j], cells);
    balance += kind == CellRole::record ? 1 : kind == CellRole::name ? -1 : 0;
    has_either |= kind == CellRole::either;
  }
  return balance > 0 || (balance == 0 && has_either);
}

std::string record_words(const char* first, std::optional<std::size_t> field) {
  return fmt::format(
      "the first {} looks like a record, not like names of columns{}.", first,
      field ? fmt::format(": what stands in its field {} stands below it again", *field + 1) : "");
}

bool are_names_of_ours(const Fields& cells) {
  return std::ranges::all_of(cells, [](std::string_view cell) {
    return cell.starts_with("column") && cell.size() > 6 && cell[6] != '0' &&
           cell.find_first_not_of("0123456789", 6) == std::string_view::npos;
  });
}

Fields numbered_names(std::size_t count) {
  Fields names;
  for (std::size_t j = 1; j <= count; ++j) names.push_back(fmt::format("column{}", j));
  return names;
}

}  // namespace overhand::io
