#include <fmt/format.h>

#include <algorithm>

#include "overhand/io/csv_text_internal.h"
#include "overhand/io/header_line_internal.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/date_layout.h"

namespace overhand::io {
namespace {

using Buffer = fmt::memory_buffer;

// Quotes tell a text without letters from a missing value.
void append_text(Buffer& buffer, std::string_view text, char delimiter) {
  const bool needs_quotes = text.empty() ||
                            text.find_first_of("\"\r\n") != std::string_view::npos ||
                            text.find(delimiter) != std::string_view::npos;
  if (!needs_quotes) return buffer.append(text);
  buffer.push_back('"');
  for (const char c : text) {
    if (c == '"') buffer.push_back('"');
    buffer.push_back(c);
  }
  buffer.push_back('"');
}

// In the dialect's own decimals, which quotes tell from its delimiters.
void append_number(Buffer& buffer, double value, const Dialect& dialect) {
  if (is_missing(value)) return;
  if (dialect.decimal == '.') {
    fmt::format_to(fmt::appender(buffer), "{}", value);
    return;
  }
  std::string text = fmt::format("{}", value);
  std::ranges::replace(text, '.', dialect.decimal);
  append_text(buffer, text, dialect.delimiter);
}

void append_number(Buffer& buffer, std::int64_t value) {
  if (is_missing(value)) return;
  const fmt::format_int digits(value);
  buffer.append(digits.data(), digits.data() + digits.size());
}

void append_line_end(Buffer& buffer, const Dialect& dialect) {
  if (dialect.line_end != LineEnd::newline) buffer.push_back('\r');
  if (dialect.line_end != LineEnd::carriage_return) buffer.push_back('\n');
}

// A column as it is written: what it is, is asked once and not for each cell.
struct Source {
  explicit Source(const Column& from) : column(from), texts(std::get_if<Texts>(&from.values)) {
    if (!is_quantity(from.type) || from.format == "f") return;
    const auto* real_cells = std::get_if<Cells<double>>(&from.values);
    const auto* integer_cells = std::get_if<Cells<std::int64_t>>(&from.values);
    if (real_cells != nullptr) reals = real_cells->data();
    if (integer_cells != nullptr) integers = integer_cells->data();
  }
  const Column& column;
  const Texts* texts;
  const double* reals = nullptr;
  const std::int64_t* integers = nullptr;
};

// A single has a shorter text than its double.
bool is_single(const Column& column) { return is_quantity(column.type) && column.format == "f"; }

// Dates and times in the layout in which they came.
std::optional<std::string> text_of_cell(const Column& column, std::size_t row) {
  const auto* values = std::get_if<Cells<std::int64_t>>(&column.values);
  if (values == nullptr || !column.date_layout) return cell_text(column, row);
  const std::int64_t value = (*values)[row];
  if (is_missing(value)) return std::nullopt;
  return text_in(*column.date_layout, column.type, value);
}

void append_cell(Buffer& buffer, const Source& source, std::size_t row, const Dialect& dialect) {
  if (source.reals != nullptr) return append_number(buffer, source.reals[row], dialect);
  if (source.integers != nullptr) return append_number(buffer, source.integers[row]);
  if (source.texts != nullptr) {
    if (const auto text = (*source.texts)[row]) append_text(buffer, *text, dialect.delimiter);
  } else if (auto text = text_of_cell(source.column, row)) {
    if (is_single(source.column)) std::ranges::replace(*text, '.', dialect.decimal);
    append_text(buffer, *text, dialect.delimiter);
  }
}

void append_names(Buffer& buffer, const Table& table, const Dialect& dialect) {
  const bool is_only = table.column_count() == 1;
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const std::string& name = table.columns()[j].name;
    if (j != 0) buffer.push_back(dialect.delimiter);
    if (!name.empty() || is_only) append_text(buffer, name, dialect.delimiter);
  }
  append_line_end(buffer, dialect);
}

}  // namespace

std::string csv_header(const Table& table, const Dialect& dialect) {
  Buffer buffer;
  if (dialect.says_delimiter) {
    fmt::format_to(fmt::appender(buffer), "sep={}", dialect.delimiter);
    append_line_end(buffer, dialect);
  }
  // Without a column in the middle the others could not be told by their places.
  const bool has_own_names = column_names(table) != numbered_names(table.column_count());
  if (dialect.has_header || has_own_names) append_names(buffer, table, dialect);
  return fmt::to_string(buffer);
}

std::string csv_lines(const Table& table, const Dialect& dialect, std::size_t begin,
                      std::size_t end) {
  Buffer buffer;
  const bool is_only = table.column_count() == 1;
  const std::vector<Source> sources(table.columns().begin(), table.columns().end());
  for (std::size_t row = begin; row < end; ++row) {
    const std::size_t line = buffer.size();
    for (std::size_t j = 0; j < table.column_count(); ++j) {
      if (j != 0) buffer.push_back(dialect.delimiter);
      append_cell(buffer, sources[j], row, dialect);
    }
    if (is_only && buffer.size() == line)
      append_text(buffer, "", dialect.delimiter);  // no empty line
    append_line_end(buffer, dialect);
  }
  return fmt::to_string(buffer);
}

}  // namespace overhand::io
