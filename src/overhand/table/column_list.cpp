#include "overhand/table/column_list.h"

#include <algorithm>
#include <optional>

namespace overhand {
namespace {

std::string_view without_spaces_around(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// A name in quotes and how much of the text it takes, up to the comma behind it.
struct Quoted {
  std::string name;
  std::size_t length;
};

// None where no quoted name begins, or something other than a comma follows it.
std::optional<Quoted> quoted_name(std::string_view text) {
  std::size_t at = text.find_first_not_of(' ');
  if (at == std::string_view::npos || text[at] != '"') return std::nullopt;
  std::string name;
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"' && !text.substr(at + 1).starts_with('"')) break;
    at += static_cast<std::size_t>(text[at] == '"');
    name += text[at];
  }
  if (at >= text.size()) return std::nullopt;
  const std::size_t next = text.find_first_not_of(' ', at + 1);
  if (next != std::string_view::npos && text[next] != ',') return std::nullopt;
  return Quoted{name, std::min(next, text.size())};
}

bool is_name(std::string_view text, const std::vector<std::string>& columns) {
  return std::ranges::find(columns, text) != columns.end();
}

bool needs_quotes(std::string_view name) {
  return name.empty() || name.find_first_of(",\"") != std::string_view::npos ||
         name.front() == ' ' || name.back() == ' ';
}

std::string in_quotes(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::vector<std::string> names_meant(std::string_view typed,
                                     const std::vector<std::string>& columns) {
  if (typed.empty() || is_name(typed, columns)) return {std::string(typed)};
  std::vector<std::string> names;
  while (!typed.empty()) {
    const auto quoted = quoted_name(typed);
    const std::size_t length = quoted ? quoted->length : std::min(typed.find(','), typed.size());
    const std::string_view part = typed.substr(0, length);
    const std::string_view plain =
        is_name(part, columns) ? part : without_spaces_around(part);  // " income" of "age, income"
    if (quoted)
      names.push_back(quoted->name);
    else if (!plain.empty() || is_name({}, columns))  // ",age" where one has no name
      names.emplace_back(plain);
    typed.remove_prefix(std::min(length + 1, typed.size()));
  }
  return names;
}

std::vector<std::string> names_meant(const std::vector<std::string>& typed,
                                     const std::vector<std::string>& columns) {
  std::vector<std::string> all;
  for (const std::string& text : typed) {
    const auto names = names_meant(text, columns);
    all.insert(all.end(), names.begin(), names.end());
  }
  return all;
}

std::string name_list(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    if (!list.empty()) list += ',';
    list += needs_quotes(name) ? in_quotes(name) : name;
  }
  return list;
}

}  // namespace overhand
