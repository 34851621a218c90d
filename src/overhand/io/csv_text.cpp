#include <fmt/format.h>

#include "overhand/io/csv_text_internal.h"

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

void append_value(Buffer& buffer, double value, char) {
  if (!is_missing(value)) fmt::format_to(fmt::appender(buffer), "{}", value);
}

void append_value(Buffer& buffer, std::int64_t value, char) {
  if (is_missing(value)) return;
  const fmt::format_int digits(value);
  buffer.append(digits.data(), digits.data() + digits.size());
}

void append_value(Buffer& buffer, const std::optional<std::string>& value, char delimiter) {
  if (value) append_text(buffer, *value, delimiter);
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
  for (std::size_t row = begin; row < end; ++row) {
    const std::size_t line = buffer.size();
    for (std::size_t j = 0; j < table.column_count(); ++j) {
      if (j != 0) buffer.push_back(delimiter);
      std::visit([&](const auto& values) { append_value(buffer, values[row], delimiter); },
                 table.columns()[j].values);
    }
    if (is_only && buffer.size() == line) append_text(buffer, "", delimiter);  // no empty line
    buffer.push_back('\n');
  }
  return fmt::to_string(buffer);
}

}  // namespace overhand::io
