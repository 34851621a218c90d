#include "overhand/table/column_words.h"

#include <fmt/format.h>

#include <vector>

#include "overhand/table/column_list.h"

namespace overhand {

std::string in_words(std::string_view column) {
  return column.empty() ? "the column without a name"
                        : fmt::format("column '{}'", printable(column));
}

std::string at_start(std::string_view column) {
  std::string words = in_words(column);
  words.front() = static_cast<char>(std::toupper(words.front()));
  return words;
}

std::string command_word(std::span<const std::string> columns) {
  std::vector<std::string> shown;
  for (const std::string& name : columns) shown.push_back(printable(name));
  return shell_word(name_list(shown));
}

}  // namespace overhand
