#include <fmt/format.h>
#include <toml++/toml.h>

#include <optional>
#include <vector>

#include "overhand/core/text.h"
#include "overhand/io/toml_problems_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

std::optional<toml::table> parsed(const std::string& text) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

std::optional<std::string> first_key(const toml::table* table) {
  if (table == nullptr || table->empty()) return std::nullopt;
  return std::string(table->begin()->first.str());
}

// "age" of [columns.age].
std::optional<std::string> column_of_header(std::string_view line) {
  const auto table = parsed(std::string(line) + "\n");
  return table ? first_key((*table)["columns"].as_table()) : std::nullopt;
}

// "age" of age = { role = "mask" }.
std::optional<std::string> key_of_line(std::string_view line) {
  const auto table = parsed(std::string(line.substr(0, line.find('='))) + "= 0\n");
  return table ? first_key(&*table) : std::nullopt;
}

std::vector<std::string_view> lines_up_to(std::string_view text, std::size_t last) {
  std::vector<std::string_view> lines;
  while (lines.size() < last && !text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

bool is_header(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '[';
}

// The column that the line is about: of the header above it, or the key of the line itself.
std::optional<std::string> column_at(std::string_view text, std::size_t line) {
  const auto lines = lines_up_to(text, line);
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (!is_header(lines[i])) continue;
    const auto name = column_of_header(lines[i]);
    return name ? name : key_of_line(lines.back());
  }
  return std::nullopt;
}

// "role" of "cannot redefine existing string 'role'".
std::string key_told_in(std::string_view description) {
  const std::size_t end = description.rfind('\'');
  if (end == std::string_view::npos || end == 0) return {};
  const std::size_t begin = description.rfind('\'', end - 1);
  return begin == std::string_view::npos
             ? ""
             : std::string(description.substr(begin + 1, end - begin - 1));
}

std::string twice(const std::string& column, const std::string& key) {
  if (key == "role") return fmt::format("{} has two roles; give it one.", at_start(column));
  if (key == column || key.ends_with(column) || key.ends_with(column + "\""))
    return fmt::format("{} stands there twice; describe it once.", at_start(column));
  return fmt::format("{} has '{}' twice; say it once.", at_start(column), printable(key));
}

}  // namespace

Error toml_problem(std::string_view text, const std::string& file, std::string_view description,
                   std::size_t line, std::size_t character) {
  const Place place{.file = file, .line = line};
  const auto column = column_at(text, line);
  if (description.find("redefine") != std::string_view::npos && column) {
    return {ErrorKind::invalid_option, twice(*column, key_told_in(description)), place};
  }
  constexpr std::string_view opening = "Error while ";
  if (description.starts_with(opening)) description.remove_prefix(opening.size());
  return {ErrorKind::invalid_option,
          fmt::format("This is not TOML, at character {} of the line: {}.", character,
                      printable(description)),
          place};
}

}  // namespace overhand::io
