#include "overhand/table/column_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "overhand/table/column_list.h"

namespace overhand {

std::string told(std::string_view text) {
  constexpr std::size_t longest = 80;
  return shortened(printable(text), longest);
}

std::string told(const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (shown.size() == most) break;
    shown.push_back(name.empty() ? "one without a name" : told(name));
  }
  const std::size_t more = names.size() - shown.size();
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string in_words(std::string_view column) {
  return column.empty() ? "the column without a name" : fmt::format("column '{}'", told(column));
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
