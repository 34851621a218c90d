#include <fmt/format.h>

#include "overhand/io/csv_text_internal.h"
#include "overhand/table/cell_text.h"

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

void append_number(Buffer& buffer, double value) {
  if (!is_missing(value)) fmt::format_to(fmt::appender(buffer), "{}", value);
}

void append_number(Buffer& buffer, std::int64_t value) {
  if (is_missing(value)) return;
  const fmt::format_int digits(value);
  buffer.append(digits.data(), digits.data() + digits.size());
}

// A column as it is written: what it is, is asked once and not for each cell.
struct Source {
  explicit Source(const Column& from) : column(from), texts(std::get_if<Texts>(&from.values)) {
    if (!is_quantity(from.type) || from.format == "f") return;  // a single has a shorter text
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

void append_cell(Buffer& buffer, const Source& source, std::size_t row, char delimiter) {
  if (source.reals != nullptr) return append_number(buffer, source.reals[row]);
  if (source.integers != nullptr) return append_number(buffer, source.integers[row]);
  if (source.texts != nullptr) {
    if (const auto text = (*source.texts)[row]) append_text(buffer, *text, delimiter);
  } else if (const auto text = cell_text(source.column, row)) {
    append_text(buffer, *text, delimiter);
  }
}

}  // namespace

std::string csv_header(const Table& table, char delimiter) {
  Buffer buffer;
  const bool is_only = table.column_count() == 1;
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const std::string& name = table.columns()[j].name;
    if (j != 0) buffer.push_back(delimiter);
    if (!name.empty() || is_only) append_text(buffer, name, delimiter);
  }
  buffer.push_back('\n');
  return fmt::to_string(buffer);
}

std::string csv_lines(const Table& table, char delimiter, std::size_t begin, std::size_t end) {
  Buffer buffer;
  const bool is_only = table.column_count() == 1;
  const std::vector<Source> sources(table.columns().begin(), table.columns().end());
  for (std::size_t row = begin; row < end; ++row) {
    const std::size_t line = buffer.size();
    for (std::size_t j = 0; j < table.column_count(); ++j) {
      if (j != 0) buffer.push_back(delimiter);
      append_cell(buffer, sources[j], row, delimiter);
    }
    if (is_only && buffer.size() == line) append_text(buffer, "", delimiter);  // no empty line
    buffer.push_back('\n');
  }
  return fmt::to_string(buffer);
}

}  // namespace overhand::io
