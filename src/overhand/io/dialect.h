// Dialect: how a text file writes a table. It is found by looking (csv_sniff), or said.
#pragma once

#include <optional>

namespace overhand::io {

// Latin-1 is read as Windows-1252, as browsers do: the two differ in control characters only.
enum class Encoding { utf8, utf16_little, utf16_big, windows1252 };

struct Dialect {
  char delimiter = ',';
  char decimal = '.';
  std::optional<char> thousands = std::nullopt;
  Encoding encoding = Encoding::utf8;
  bool has_mark = false;  // begins with a byte order mark
  bool has_header = true;
  bool has_carriage_returns = false;  // lines end with \r\n

  bool operator==(const Dialect&) const = default;
};

}  // namespace overhand::io
