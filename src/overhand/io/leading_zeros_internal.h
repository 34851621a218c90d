// Columns with cells like 01234, found while the text goes by: a reader of numbers would make 1234
// of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace overhand::io {

class LeadingZeros {
 public:
  LeadingZeros(char delimiter, std::size_t columns) : delimiter_(delimiter), found_(columns) {}

  // The next part of the text, which begins at a record; at its end an empty one.
  void look(std::string_view part);

  // Whether the column may have such a cell: a line break within quotes may look like the beginning
  // of a record, and behind quotes nobody counts the columns, so that each of them may.
  bool may_be_in(std::size_t column) const { return is_anywhere_ || found_[column]; }

 private:
  bool ends_cell(char c) const { return c == delimiter_ || c == '\n' || c == '\r' || c == '"'; }
  bool has_candidate(std::string_view block) const;
  bool is_number(std::string_view text, std::size_t zero) const;
  void search(std::string_view lines);
  void note(std::string_view lines, std::size_t zero);

  char delimiter_;
  std::vector<bool> found_;
  bool is_anywhere_ = false;
  std::string line_ = "\n";  // the last one, whose end is still to come
};

}  // namespace overhand::io
