#include <fmt/format.h>

#include "overhand/io/csv_text_internal.h"

namespace overhand::io {
namespace {

using Buffer = fmt::memory_buffer;

void append_text(Buffer& buffer, std::string_view text, char delimiter) {
  const bool needs_quotes = text.find_first_of("\"\r\n") != std::string_view::npos ||
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
  for (const Column& column : table.columns()) {
    if (buffer.size() != 0) buffer.push_back(delimiter);
    append_text(buffer, column.name, delimiter);
  }
  buffer.push_back('\n');
  return fmt::to_string(buffer);
}

std::string csv_lines(const Table& table, char delimiter, std::size_t begin, std::size_t end) {
  Buffer buffer;
  for (std::size_t row = begin; row < end; ++row) {
    for (std::size_t j = 0; j < table.column_count(); ++j) {
      if (j != 0) buffer.push_back(delimiter);
      std::visit([&](const auto& values) { append_value(buffer, values[row], delimiter); },
                 table.columns()[j].values);
    }
    buffer.push_back('\n');
  }
  return fmt::to_string(buffer);
}

}  // namespace overhand::io
