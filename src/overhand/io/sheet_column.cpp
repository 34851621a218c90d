#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "overhand/core/text.h"
#include "overhand/io/cells_internal.h"
#include "overhand/io/number_style_internal.h"
#include "overhand/io/workbook_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

constexpr double beyond_double = 0x1p53;

// The cells of one column that have a value.
struct Cells {
  const Sheet& sheet;
  std::span<const SheetCell> all;  // in the rows of records
  std::size_t first;               // row of the sheet
  std::size_t rows;

  template <class Value, class Take>
  std::vector<Value> values(Value missing, Take take) const {
    std::vector<Value> values(rows, missing);
    for (const SheetCell& cell : all) values[cell.row - first] = take(cell);
    return values;
  }
  bool are_all(auto holds) const { return std::ranges::all_of(all, holds); }
  bool are_all(CellKind kind) const {
    return are_all([&](const SheetCell& cell) { return cell.kind == kind; });
  }
};

// A number that is written as text, as std::from_chars reads it.
std::string_view plain_spelling(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  text = text.substr(first, text.find_last_not_of(' ') + 1 - first);
  return text.substr(text.starts_with('+') ? 1 : 0);
}

// 01234 is a code and no number.
bool is_spelled_number(std::string_view text) {
  const std::string_view plain = plain_spelling(text);
  const std::size_t first = plain.starts_with('-') ? 1 : 0;
  const bool is_code = plain.size() > first + 1 && plain[first] == '0' &&
                       plain.find_first_of("0123456789", first + 1) == first + 1;
  return is_number_cell(text) && !is_code;
}

// As a text file would be read: digits are a whole number where 64 bits hold it.
std::optional<std::int64_t> whole_of(const Sheet& sheet, const SheetCell& cell) {
  if (cell.kind == CellKind::number) {
    const bool is_whole =
        std::abs(cell.number) < beyond_double && std::trunc(cell.number) == cell.number;
    return is_whole ? std::optional(static_cast<std::int64_t>(cell.number)) : std::nullopt;
  }
  return number_of<std::int64_t>(plain_spelling(sheet.text_of(cell)));
}

double real_of(const Sheet& sheet, const SheetCell& cell) {
  if (cell.kind == CellKind::number) return cell.number;
  return number_of<double>(plain_spelling(sheet.text_of(cell))).value_or(missing_real);
}

// Numbers, and texts that are numbers.
Column numbers(const Cells& cells) {
  const bool are_whole = cells.are_all([&](const SheetCell& cell) {
    const auto whole = whole_of(cells.sheet, cell);
    return whole && !is_missing(*whole);
  });
  if (are_whole && !cells.all.empty()) {
    return {"", cells.values(missing_integer,
                             [&](const SheetCell& cell) { return *whole_of(cells.sheet, cell); })};
  }
  return {"", cells.values(missing_real,
                           [&](const SheetCell& cell) { return real_of(cells.sheet, cell); })};
}

TimeUnit unit_of(const Cells& cells) {
  const bool are_seconds = cells.are_all(
      [](const SheetCell& cell) { return static_cast<std::int64_t>(cell.number) % 1000 == 0; });
  return are_seconds ? TimeUnit::second : TimeUnit::millisecond;
}

Integers in_units_of(const Cells& cells, std::int64_t milliseconds) {
  return cells.values(missing_integer, [&](const SheetCell& cell) {
    return static_cast<std::int64_t>(cell.number) / milliseconds;
  });
}

Column dates(const Cells& cells) {
  const bool are_days = cells.are_all([](const SheetCell& cell) {
    return static_cast<std::int64_t>(cell.number) % milliseconds_per_day == 0;
  });
  if (are_days) return {"", type::Date{}, in_units_of(cells, milliseconds_per_day)};
  const TimeUnit unit = unit_of(cells);
  return {"", type::Timestamp{unit}, in_units_of(cells, unit == TimeUnit::second ? 1000 : 1)};
}

Column durations(const Cells& cells) {
  const TimeUnit unit = unit_of(cells);
  return {"", type::Duration{unit}, in_units_of(cells, unit == TimeUnit::second ? 1000 : 1)};
}

// Texts, under the letters that exchange has for such a format.
template <class Text>
Column texts(const Cells& cells, const char* format, Text text) {
  TextsBuilder builder;
  builder.reserve(cells.rows);
  auto cell = cells.all.begin();
  for (std::size_t row = cells.first; row < cells.first + cells.rows; ++row) {
    const bool is_here = cell != cells.all.end() && cell->row == row;
    builder.append(is_here ? std::optional<std::string_view>(text(*cell++)) : std::nullopt);
  }
  Column column("", std::move(builder).finish());
  column.format = format;
  return column;
}

// Times of the day, in as many decimals as all of them need.
Column times(const Cells& cells) {
  const TimeUnit unit = unit_of(cells);
  const std::int64_t milliseconds = unit == TimeUnit::second ? 1000 : 1;
  std::string text;
  return texts(cells, unit == TimeUnit::second ? "tts" : "ttm", [&](const SheetCell& cell) {
    text = time_of_day_text(unit, static_cast<std::int64_t>(cell.number) / milliseconds);
    return std::string_view(text);
  });
}

Column plain_texts(const Cells& cells) {
  return texts(cells, "u", [&](const SheetCell& cell) { return cells.sheet.text_of(cell); });
}

Column mixed(const Cells& cells) {
  std::string text;
  return texts(cells, "", [&](const SheetCell& cell) {
    text = text_in(cells.sheet, cell);
    return std::string_view(text);
  });
}

// Values that all texts spell just as we write them.
std::optional<Column> spelled(const Cells& cells, const Type& type) {
  const auto value = [&](const SheetCell& cell) {
    return integer_of(type, cells.sheet.text_of(cell));
  };
  if (!cells.are_all([&](const SheetCell& cell) { return value(cell).has_value(); })) {
    return std::nullopt;
  }
  return Column("", type,
                cells.values(missing_integer, [&](const SheetCell& cell) { return *value(cell); }));
}

// What a text file would take such texts for.
Column meaning_of_texts(const Cells& cells) {
  for (const Type& type :
       {Type(type::Boolean{}), Type(type::Date{}), Type(type::Timestamp{TimeUnit::second})}) {
    if (auto column = spelled(cells, type)) return *std::move(column);
  }
  return plain_texts(cells);
}

Column typed(const Cells& cells, const Wanted& wanted) {
  const bool may_be_numbers = !wanted.is_kept && !wanted.is_text;
  const auto is_number = [&](const SheetCell& cell) {
    if (cell.kind == CellKind::number || cell.kind == CellKind::whole) return true;
    return may_be_numbers && cell.kind == CellKind::text &&
           is_spelled_number(cells.sheet.text_of(cell));
  };
  if (cells.are_all(is_number)) return numbers(cells);
  if (cells.are_all(CellKind::boolean)) {
    return {"", type::Boolean{}, in_units_of(cells, 1)};
  }
  if (cells.are_all(CellKind::date)) return dates(cells);
  if (cells.are_all(CellKind::time)) return times(cells);
  if (cells.are_all([](const SheetCell& cell) {
        return cell.kind == CellKind::duration || cell.kind == CellKind::time;
      })) {
    return durations(cells);
  }
  if (!cells.are_all(CellKind::text)) return mixed(cells);
  return may_be_numbers ? meaning_of_texts(cells) : plain_texts(cells);
}

std::string_view sentence_about(CellKind kind) {
  switch (kind) {
    case CellKind::error:
      return "a cell holds an error in place of a value; mend its formula, or put #N/A where a "
             "value "
             "is missing";
    case CellKind::no_result:
      return "a formula has no result, because no program has computed it yet; open the workbook "
             "in "
             "Excel or LibreOffice and save it";
    case CellKind::no_date:
      return "a cell is shown as a date, but its number is none";
    default:
      return {};
  }
}

// The first cell whose value cannot be told.
std::optional<Error> problem_with(const Input& input, const Cells& cells, std::size_t column) {
  const auto found = std::ranges::find_if(
      cells.all, [](const SheetCell& cell) { return !sentence_about(cell.kind).empty(); });
  if (found == cells.all.end()) return std::nullopt;
  return Error{ErrorKind::invalid_data,
               fmt::format("column {}: {}.", column_letters(column), sentence_about(found->kind)),
               place_in(input, cells.sheet, found->row)};
}

}  // namespace

Result<Column> column_of(const Input& input, const Sheet& sheet, std::size_t column,
                         std::size_t first, std::size_t rows, const Wanted& wanted,
                         const std::vector<std::string>& missing) {
  std::vector<SheetCell> all;
  const auto says_missing = [&](const SheetCell& cell) {
    if (wanted.is_kept) return false;
    if (cell.kind == CellKind::text && is_missing_cell(sheet.text_of(cell))) return true;
    return !missing.empty() && std::ranges::find(missing, text_in(sheet, cell)) != missing.end();
  };
  for (const SheetCell& cell : sheet.columns[column]) {
    if (cell.row >= first && !says_missing(cell)) all.push_back(cell);
  }
  const Cells cells{sheet, all, first, rows};
  if (auto problem = problem_with(input, cells, column)) return *std::move(problem);
  return typed(cells, wanted);
}

}  // namespace overhand::io
