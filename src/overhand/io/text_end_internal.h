// The end of a CSV text, which spreadsheets leave in two states that are no records: lines of
// delimiters alone, and a line of totals.
#pragma once

#include <string>
#include <string_view>

#include "overhand/io/header_line_internal.h"

namespace overhand::io {

class TextEnd {
 public:
  explicit TextEnd(char delimiter) : delimiter_(delimiter) {}

  // The next part of the text, from the first record on.
  void look(std::string_view part);

  // How many records at the end are delimiters alone.
  std::size_t empty_records() const;

  // The cells of the last other record, where it is a line by itself.
  Fields last_record() const;

 private:
  std::string_view blanks() const { return {blanks_, sizeof blanks_}; }
  std::size_t last_letter() const;

  char delimiter_;
  char blanks_[3] = {delimiter_, '\n', '\r'};
  std::string end_;  // from before the last other record on, or long enough not to matter
};

}  // namespace overhand::io
