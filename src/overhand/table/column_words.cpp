#include "overhand/table/column_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace overhand {
namespace {

bool is_plain(unsigned char c) {
  return c >= 0x80 || std::isalnum(c) != 0 ||
         std::string_view("_-+./:@%").find(static_cast<char>(c)) != std::string_view::npos;
}

// As a field of a CSV line: in quotes where it would not be itself without.
std::string as_field(const std::string& name) {
  const bool needs_quotes = name.empty() || name.find_first_of(",\"") != std::string::npos ||
                            name.front() == ' ' || name.back() == ' ';
  if (!needs_quotes) return name;
  std::string field = "\"";
  for (const char c : name) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + "\"";
}

}  // namespace

// fmt's debug form, without its quotes around the text and its backslashes before quotes.
std::string printable(std::string_view text) {
  const std::string quoted = fmt::format("{:?}", text);
  std::string shown;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '\\' && (quoted[i + 1] == '"' || quoted[i + 1] == '\\')) ++i;
    shown += quoted[i];
  }
  return shown;
}

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
  std::string list;
  for (const std::string& name : columns) list += (list.empty() ? "" : ",") + as_field(printable(name));
  if (std::ranges::all_of(list, [](char c) { return is_plain(c) || c == ','; })) return list;
  std::string word = "'";
  for (const char c : list) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace overhand
