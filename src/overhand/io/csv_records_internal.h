// The records of a CSV text, by line: to look at its beginning, and to tell a person where a
// mistake is. Arrow reads the table itself; quotes and line ends mean the same here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace overhand::io {

constexpr std::string_view line_ends = "\n\r";

struct CsvRecord {
  std::size_t line;       // 1-based, of its first character
  std::size_t fields;     // 0 for an empty line
  std::string_view text;  // without its line end
  bool is_closed = true;  // false when a quoted field has no end
};

class CsvRecords {
 public:
  // `first_line` is the number of the first line of the text.
  CsvRecords(std::string_view text, char delimiter, std::size_t first_line = 1)
      : text_(text), delimiter_(delimiter), line_(first_line) {}

  // The next record (RFC 4180: a quoted field may hold delimiters and line ends), or none at the
  // end.
  std::optional<CsvRecord> next();

  // The next one that is no empty line.
  std::optional<CsvRecord> next_with_fields();

  std::size_t position() const { return at_; }  // behind the last one

 private:
  bool skip_line_end();

  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0;
  std::size_t line_;
};

// The fields of a record, without the quotes.
std::vector<std::string> cells_of(std::string_view record, char delimiter);

// The lines of these records (0-based, in rising order), which begin after `records_before` others.
std::vector<std::size_t> lines_of_rows(CsvRecords records, std::size_t records_before,
                                       const std::vector<std::size_t>& rows);

// How many bytes this many lines take; none where there are fewer.
std::optional<std::size_t> size_of_lines(std::string_view text, std::size_t lines);

}  // namespace overhand::io
