#include "overhand/io/csv_records_internal.h"

namespace overhand::io {

bool CsvRecords::skip_line_end() {
  const char c = text_[at_];
  if (c != '\n' && c != '\r') return false;
  const bool is_pair = c == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
  at_ += is_pair ? 2 : 1;
  ++line_;
  return true;
}

std::optional<CsvRecord> CsvRecords::next() {
  if (at_ >= text_.size()) return std::nullopt;
  CsvRecord record{line_, 1, text_.substr(at_)};
  const std::size_t begin = at_;
  bool is_quoted = false;
  bool may_open = true;  // a quote opens at the start of a field, or again where it just closed
  while (at_ < text_.size()) {
    const char c = text_[at_];
    const std::size_t end = at_;
    if (skip_line_end()) {
      if (is_quoted) continue;
      record.text = text_.substr(begin, end - begin);
      break;
    }
    if (c == '"' && (is_quoted || may_open)) is_quoted = !is_quoted;
    const bool ends_field = c == delimiter_ && !is_quoted;
    if (ends_field) ++record.fields;
    may_open = ends_field || (c == '"' && !is_quoted);
    ++at_;
  }
  record.is_closed = !is_quoted;
  if (record.text.empty()) record.fields = 0;
  return record;
}

std::optional<CsvRecord> CsvRecords::next_with_fields() {
  auto record = next();
  while (record && record->fields == 0) record = next();
  return record;
}

std::vector<std::string> cells_of(std::string_view record, char delimiter) {
  std::vector<std::string> cells(1);
  bool is_quoted = false;
  bool was_quoted = false;
  for (std::size_t i = 0; i < record.size(); ++i) {
    const char c = record[i];
    if (is_quoted && c == '"' && record.substr(i + 1).starts_with('"')) {
      cells.back() += record[++i];
    } else if (is_quoted && c == '"') {
      is_quoted = false;
    } else if (!is_quoted && c == '"' && cells.back().empty() && !was_quoted) {
      is_quoted = was_quoted = true;
    } else if (!is_quoted && c == delimiter) {
      cells.emplace_back();
      was_quoted = false;
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

std::vector<std::size_t> lines_of_rows(CsvRecords records, std::size_t records_before,
                                       const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> lines;
  std::size_t seen = 0;
  while (lines.size() < rows.size()) {
    const auto record = records.next_with_fields();
    if (!record) break;
    while (lines.size() < rows.size() && rows[lines.size()] + records_before == seen) {
      lines.push_back(record->line);
    }
    ++seen;
  }
  return lines;
}

std::optional<std::size_t> size_of_lines(std::string_view text, std::size_t lines) {
  std::size_t size = 0;
  for (; lines > 0; --lines) {
    const std::size_t end = text.find_first_of("\n\r", size);
    if (end == std::string_view::npos) return std::nullopt;
    size = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
  }
  return size;
}

}  // namespace overhand::io
