#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "overhand/core/text.h"
#include "overhand/io/date_format_internal.h"
#include "overhand/io/number_style_internal.h"
#include "overhand/io/text_column_internal.h"
#include "overhand/io/workbook_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

// The cells of one column that have a value.
struct ColumnCells {
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

// As a text file would be read: digits are a whole number where 64 bits hold it.
std::optional<std::int64_t> whole_of(const Sheet& sheet, const SheetCell& cell) {
  if (cell.kind == CellKind::number) {
    const bool is_whole =
        std::abs(cell.number) < first_inexact && std::trunc(cell.number) == cell.number;
    return is_whole ? std::optional(static_cast<std::int64_t>(cell.number)) : std::nullopt;
  }
  return number_of<std::int64_t>(sheet.text_of(cell));
}

double real_of(const Sheet& sheet, const SheetCell& cell) {
  if (cell.kind == CellKind::number) return cell.number;
  return number_of<double>(sheet.text_of(cell)).value_or(missing_real);
}

// Numbers, and texts that are numbers.
Column numbers(const ColumnCells& cells) {
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

TimeUnit unit_of(const ColumnCells& cells) {
  const bool are_seconds = cells.are_all(
      [](const SheetCell& cell) { return static_cast<std::int64_t>(cell.number) % 1000 == 0; });
  return are_seconds ? TimeUnit::second : TimeUnit::millisecond;
}

Integers in_units_of(const ColumnCells& cells, std::int64_t milliseconds) {
  return cells.values(missing_integer, [&](const SheetCell& cell) {
    return static_cast<std::int64_t>(cell.number) / milliseconds;
  });
}

// In which most of the dates are shown; empty where that is not known.
std::string date_format_of(const ColumnCells& cells) {
  const auto& formats = cells.sheet.date_formats;
  std::vector<std::size_t> counts(formats.size());
  for (const SheetCell& cell : cells.all) {
    if (!is_missing(cell.text)) ++counts[static_cast<std::size_t>(cell.text)];
  }
  const auto most = std::ranges::max_element(counts);
  if (most == counts.end() || *most == 0) return {};
  return formats[static_cast<std::size_t>(most - counts.begin())];
}

// With the format that is told again where they are written.
Column shown_as_before(const ColumnCells& cells, Column dates) {
  const std::string format = date_format_of(cells);
  if (format.empty()) return dates;
  dates.labels = std::make_shared<const Labels>(Labels{.display = format});
  if (const auto layout = layout_of_format(format)) {
    const auto& values = std::get<overhand::Cells<std::int64_t>>(dates.values);
    dates.date_layout = std::make_shared<const DateLayout>(
        fine_enough(*layout, dates.type, {values.begin(), values.end()}));
  }
  return dates;
}

Column dates(const ColumnCells& cells) {
  const bool are_days = cells.are_all([](const SheetCell& cell) {
    return static_cast<std::int64_t>(cell.number) % milliseconds_per_day == 0;
  });
  if (are_days) {
    return shown_as_before(cells, {"", type::Date{}, in_units_of(cells, milliseconds_per_day)});
  }
  const TimeUnit unit = unit_of(cells);
  return shown_as_before(
      cells, {"", type::Timestamp{unit}, in_units_of(cells, unit == TimeUnit::second ? 1000 : 1)});
}

Column durations(const ColumnCells& cells) {
  const TimeUnit unit = unit_of(cells);
  return {"", type::Duration{unit}, in_units_of(cells, unit == TimeUnit::second ? 1000 : 1)};
}

// Texts, under the letters that exchange has for such a format.
template <class Text>
Column texts(const ColumnCells& cells, const char* format, Text text) {
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
Column times(const ColumnCells& cells) {
  const TimeUnit unit = unit_of(cells);
  const std::int64_t milliseconds = unit == TimeUnit::second ? 1000 : 1;
  std::string text;
  return texts(cells, unit == TimeUnit::second ? "tts" : "ttm", [&](const SheetCell& cell) {
    text = time_of_day_text(unit, static_cast<std::int64_t>(cell.number) / milliseconds);
    return std::string_view(text);
  });
}

// What all cells are, where none of them is text.
std::optional<Column> kind_of_all(const ColumnCells& cells) {
  const auto are = [&](CellKind kind, CellKind or_other) {
    return cells.are_all(
        [&](const SheetCell& cell) { return cell.kind == kind || cell.kind == or_other; });
  };
  if (are(CellKind::number, CellKind::whole)) return numbers(cells);
  if (are(CellKind::boolean, CellKind::boolean)) {
    return Column("", type::Boolean{}, in_units_of(cells, 1));
  }
  if (are(CellKind::date, CellKind::date)) return dates(cells);
  if (are(CellKind::time, CellKind::time)) return times(cells);
  if (are(CellKind::time, CellKind::duration)) return durations(cells);
  return std::nullopt;
}

// Numbers as a style shows them, which is told again where they are written.
Column codes(const ColumnCells& cells) {
  Column column =
      texts(cells, "u", [&](const SheetCell& cell) { return cells.sheet.text_of(cell); });
  const auto style = static_cast<std::size_t>(cells.all.front().number);
  column.labels = std::make_shared<const Labels>(Labels{.display = cells.sheet.code_styles[style]});
  return column;
}

// Texts, and other values among them as text.
Column as_texts(const ColumnCells& cells, char decimal) {
  if (cells.are_all(CellKind::code)) return codes(cells);
  if (cells.are_all(CellKind::text)) {
    return texts(cells, "u", [&](const SheetCell& cell) { return cells.sheet.text_of(cell); });
  }
  std::string text;
  return texts(cells, "", [&](const SheetCell& cell) {
    text = text_in(cells.sheet, cell, decimal);
    return std::string_view(text);
  });
}

// Texts that stay texts go out as they came.
Column with_style_of(const Column& texts, Column column) {
  if (storage_of(column.values) != Storage::texts) return column;
  column.format = texts.format;
  column.labels = texts.labels;
  return column;
}

// What a text file would take such texts for.
Column meaning_of(const Column& texts, const TextRules& rules) {
  bool is_unsure = false;
  return with_style_of(texts, typed(texts, rules, is_unsure));
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
std::optional<Error> problem_with(const Input& input, const ColumnCells& cells,
                                  std::size_t column) {
  const auto found = std::ranges::find_if(
      cells.all, [](const SheetCell& cell) { return !sentence_about(cell.kind).empty(); });
  if (found == cells.all.end()) return std::nullopt;
  return Error{ErrorKind::invalid_data,
               fmt::format("column {}: {}.", column_letters(column), sentence_about(found->kind)),
               place_in(input, cells.sheet, found->row)};
}

std::span<const SheetCell> cells_in(const RecordRows& records, const Sheet& sheet,
                                    std::size_t column) {
  const auto row = [](const SheetCell& cell) { return std::size_t{cell.row}; };
  const std::span<const SheetCell> cells = sheet.columns[column];
  const auto first = std::ranges::lower_bound(cells, records.first, {}, row);
  const auto end = std::ranges::lower_bound(cells, records.first + records.count, {}, row);
  return {first, end};
}

// Numbers and dates among texts that mean a missing value are numbers and dates.
std::vector<SheetCell> without_missing(const Sheet& sheet, std::span<const SheetCell> cells,
                                       const TextRules& rules) {
  std::vector<SheetCell> present;
  const bool has_rules = !rules.missing.empty();
  std::ranges::copy_if(cells, std::back_inserter(present), [&](const SheetCell& cell) {
    const bool is_text = cell.kind == CellKind::text || cell.kind == CellKind::code;
    if (is_text) return !is_missing_number(sheet.text_of(cell), rules);
    return !has_rules || !is_missing_number(text_in(sheet, cell), rules);
  });
  return present;
}

}  // namespace

DecimalClue decimal_clue(const Sheet& sheet, std::size_t column, const RecordRows& records,
                         const TextRules& rules) {
  DecimalSearch search;
  for (const SheetCell& cell : cells_in(records, sheet, column)) {
    if (cell.kind == CellKind::number || cell.kind == CellKind::whole) continue;
    const std::string text = text_in(sheet, cell);
    if (cell.kind == CellKind::text && is_missing_number(text, rules)) continue;
    if (!search.add(text, cell.row - records.first)) break;
  }
  return search.clue({});
}

Result<Column> column_of(const Input& input, const Sheet& sheet, std::size_t column,
                         const RecordRows& records, const Wanted& wanted, const TextRules& rules) {
  const auto& [first, rows] = records;
  const std::span<const SheetCell> all = cells_in(records, sheet, column);
  if (auto problem = problem_with(input, {sheet, all, first, rows}, column)) {
    return *std::move(problem);
  }
  const std::vector<SheetCell> present =
      wanted.is_kept ? std::vector(all.begin(), all.end()) : without_missing(sheet, all, rules);
  if (!present.empty() || all.empty()) {
    if (auto found = kind_of_all({sheet, present, first, rows})) return *std::move(found);
  }
  Column texts = as_texts({sheet, all, first, rows}, wanted.is_kept ? '.' : rules.decimal);
  if (wanted.is_kept) return texts;
  return wanted.is_text ? with_style_of(texts, untyped(texts, rules)) : meaning_of(texts, rules);
}

}  // namespace overhand::io
