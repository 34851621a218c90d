// Dialect: how a text file writes a table. It is found by looking (csv_sniff), or said.
#pragma once

#include <string_view>

namespace overhand::io {

// Looked for between fields, and only taken for a delimiter where somebody says so.
constexpr std::string_view usual_delimiters = ",;\t|";
constexpr std::string_view rare_delimiters = "^~:# &!$%*/@";

// Latin-1 is read as Windows-1252, as browsers do: the two differ in control characters only.
enum class Encoding { utf8, utf16_little, utf16_big, windows1252 };

enum class LineEnd { newline, both, carriage_return };  // \n, \r\n, \r

struct Dialect {
  char delimiter = ',';
  char decimal = '.';
  Encoding encoding = Encoding::utf8;
  bool has_mark = false;  // begins with a byte order mark
  bool has_header = true;
  bool says_delimiter = false;  // begins with Excel's line "sep=;"
  LineEnd line_end = LineEnd::newline;

  bool operator==(const Dialect&) const = default;
};

}  // namespace overhand::io
