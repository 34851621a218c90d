// The records of a CSV text, by line: only to tell a person where a mistake is.
#pragma once

#include <optional>
#include <string_view>

namespace overhand::io {

struct CsvRecord {
  std::size_t line;    // 1-based, of its first character
  std::size_t fields;  // 0 for an empty line
};

class CsvRecords {
 public:
  CsvRecords(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

  // The next record (RFC 4180: a quoted field may hold delimiters and line ends), or none at the
  // end.
  std::optional<CsvRecord> next();

 private:
  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

// The line of the `row`-th (0-based) record after the header; empty lines do not count.
std::size_t line_of_row(std::string_view text, char delimiter, std::size_t row);

// The first record that has not as many fields as the header.
struct RaggedRecord {
  CsvRecord record;
  std::size_t expected_fields;
};
std::optional<RaggedRecord> first_ragged_record(std::string_view text, char delimiter);

}  // namespace overhand::io
