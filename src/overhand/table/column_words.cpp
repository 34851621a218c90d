#include "overhand/table/column_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "overhand/table/column_list.h"

namespace overhand {
namespace {

bool is_plain(unsigned char c) {
  return c >= 0x80 || std::isalnum(c) != 0 ||
         std::string_view("_-+./:@%").find(static_cast<char>(c)) != std::string_view::npos;
}

}  // namespace

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
  const std::string list = name_list(shown);
  if (std::ranges::all_of(list, [](char c) { return is_plain(c) || c == ','; })) return list;
  std::string word = "'";
  for (const char c : list) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace overhand
