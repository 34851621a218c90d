#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "overhand/core/text.h"
#include "overhand/io/toml_keys_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

// A value of a list, as the text that stands in a table.
std::optional<std::string> text_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return text;
  if (const auto whole = node.value_exact<std::int64_t>()) return fmt::to_string(*whole);
  if (const auto real = node.value_exact<double>()) return fmt::to_string(*real);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "true" : "false";
  if (const auto date = node.value_exact<toml::date>()) {
    return fmt::format("{:04}-{:02}-{:02}", date->year, date->month, date->day);
  }
  return std::nullopt;
}

std::optional<double> number_in(const toml::node& node) {
  const auto number = node.is_number() ? node.value<double>() : std::nullopt;
  return number && std::isfinite(*number) ? number : std::nullopt;
}

}  // namespace

std::string kind_of(const toml::node& node) {
  if (node.is_string()) return "a text";
  if (node.is_number()) return "a number";
  if (node.is_boolean()) return "true or false";
  if (node.is_array()) return "a list";
  return node.is_table() ? "a table" : "a date or time";
}

std::string nearest(const std::string& typed, const std::vector<std::string>& known) {
  const auto meant = most_like(typed, known);
  if (meant) return fmt::format("did you mean {}?", *meant);
  return fmt::format("there are {}.", fmt::join(known, ", "));
}

std::string of_column(const std::string& column) {
  return column.empty() ? "" : fmt::format(" of {}", in_words(column));
}

Error TomlKeys::error_at(const toml::node& node, std::string sentence) const {
  return {ErrorKind::invalid_option,
          std::move(sentence),
          {.file = file_, .line = node.source().begin.line}};
}

Error TomlKeys::wrong_kind(const toml::node& node, const char* key, const std::string& column,
                           const char* wanted) const {
  return error_at(node, fmt::format("'{}'{} must be {}, not {}.", key, of_column(column), wanted,
                                    kind_of(node)));
}

TomlKeys::Problem TomlKeys::unknown_key(const toml::table& table, const Texts& known,
                                        const std::string& where) const {
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (std::ranges::find(known, name) != known.end()) continue;
    return error_at(
        node, fmt::format("There is no key '{}'{}; {}", told(name), where, nearest(name, known)));
  }
  return std::nullopt;
}

TomlKeys::Problem TomlKeys::read(const toml::table& table, const char* key,
                                 const std::string& column, std::string& text) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value_exact<std::string>();
  if (!value) return wrong_kind(*node, key, column, "a text in quotes");
  if (value->empty()) {
    return error_at(*node, fmt::format("'{}'{} is empty.", key, of_column(column)));
  }
  text = *value;
  return std::nullopt;
}

TomlKeys::Problem TomlKeys::read(const toml::table& table, const char* key,
                                 const std::string& column, Texts& texts) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const toml::array* list = node->as_array();
  if (list == nullptr) return wrong_kind(*node, key, column, "a list, such as [\"a\", \"b\"]");
  for (const toml::node& each : *list) {
    const auto text = text_of(each);
    if (!text) return wrong_kind(each, key, column, "a list of texts and numbers");
    if (std::ranges::find(texts, *text) != texts.end()) {
      return error_at(each, fmt::format("'{}'{} names '{}' twice; name it once.", key,
                                        of_column(column), told(*text)));
    }
    texts.push_back(*text);
  }
  return std::nullopt;
}

TomlKeys::Problem TomlKeys::read(const toml::table& table, const char* key,
                                 const std::string& column, std::optional<double>& number) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  number = number_in(*node);
  if (!number) return wrong_kind(*node, key, column, "a finite number");
  return std::nullopt;
}

TomlKeys::Problem TomlKeys::read(const toml::table& table, const char* key,
                                 const std::string& column, std::vector<double>& numbers) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const toml::array* list = node->as_array();
  if (list == nullptr) return wrong_kind(*node, key, column, "a list, such as [18, 30, 65]");
  for (const toml::node& each : *list) {
    const auto number = number_in(each);
    if (!number) return wrong_kind(each, key, column, "a list of finite numbers");
    numbers.push_back(*number);
  }
  return std::nullopt;
}

TomlKeys::Problem TomlKeys::read_whole(const toml::table& table, const char* key,
                                       const std::string& column, std::size_t least,
                                       std::optional<std::size_t>& number) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const auto whole = node->value_exact<std::int64_t>();
  if (!whole || *whole < static_cast<std::int64_t>(least)) {
    return error_at(*node, fmt::format("'{}'{} must be a whole number from {} on.", key,
                                       of_column(column), least));
  }
  number = static_cast<std::size_t>(*whole);
  return std::nullopt;
}

}  // namespace overhand::io
