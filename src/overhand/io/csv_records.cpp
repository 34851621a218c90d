#include "overhand/io/csv_records_internal.h"

namespace overhand::io {

std::optional<CsvRecord> CsvRecords::next() {
  if (at_ >= text_.size()) return std::nullopt;
  CsvRecord record{line_, 1};
  bool is_quoted = false;
  const std::size_t begin = at_;
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '"') is_quoted = !is_quoted;
    if (c == delimiter_ && !is_quoted) ++record.fields;
    if (c != '\n') continue;
    ++line_;
    if (!is_quoted) break;
  }
  const std::string_view content = text_.substr(begin, at_ - begin);
  if (content.empty() || content == "\r") record.fields = 0;
  ++at_;
  return record;
}

std::size_t line_of_row(std::string_view text, char delimiter, std::size_t row) {
  CsvRecords records(text, delimiter);
  std::size_t seen = 0;
  while (const auto record = records.next()) {
    if (record->fields == 0) continue;
    if (seen == row + 1) return record->line;
    ++seen;
  }
  return 0;
}

std::optional<RaggedRecord> first_ragged_record(std::string_view text, char delimiter) {
  CsvRecords records(text, delimiter);
  std::size_t expected = 0;
  while (const auto record = records.next()) {
    if (record->fields == 0) continue;
    if (expected == 0) expected = record->fields;
    if (record->fields != expected) return RaggedRecord{*record, expected};
  }
  return std::nullopt;
}

}  // namespace overhand::io
