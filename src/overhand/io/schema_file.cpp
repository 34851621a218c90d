#include "overhand/io/schema_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "overhand/core/text.h"
#include "overhand/io/toml_problems_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

using Texts = std::vector<std::string>;

std::string kind_of(const toml::node& node) {
  if (node.is_string()) return "a text";
  if (node.is_number()) return "a number";
  if (node.is_boolean()) return "true or false";
  if (node.is_array()) return "a list";
  return node.is_table() ? "a table" : "a date or time";
}

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

// Reads one file; the first mistake ends it.
class SchemaReader {
 public:
  explicit SchemaReader(std::string file) : file_(std::move(file)) {}

  Result<Schema> schema(const toml::table& root) {
    Schema schema;
    if (auto problem = unknown_key(root, root_keys, "")) return *std::move(problem);
    for (const auto& [key, list] :
         {std::pair("missing", &schema.missing), std::pair("derive", &schema.structure.derive),
          std::pair("rules", &schema.structure.rules),
          std::pair("within", &schema.structure.within)}) {
      if (auto problem = read(root, key, "", *list)) return *std::move(problem);
    }
    for (const auto& [key, text] :
         {std::pair("weight", &schema.structure.weight), std::pair("unit", &schema.structure.unit),
          std::pair("order", &schema.structure.order)}) {
      if (auto problem = read(root, key, "", *text)) return *std::move(problem);
    }
    if (auto problem = read_columns(root, schema.columns)) return *std::move(problem);
    if (auto problem = problem_with_references(root, schema)) return *std::move(problem);
    return schema;
  }

 private:
  using Problem = std::optional<Error>;

  inline static const Texts root_keys = {"columns", "missing", "derive", "rules",
                                         "within",  "weight",  "unit",   "order"};
  inline static const Texts column_keys = {"type", "role", "ordered", "missing"};

  Place place_of(const toml::node& node) const {
    return {.file = file_, .line = node.source().begin.line};
  }

  Error error_at(const toml::node& node, std::string sentence) const {
    return {ErrorKind::invalid_option, std::move(sentence), place_of(node)};
  }

  // "did you mean 'role'?", or all that there is.
  static std::string nearest(const std::string& typed, const Texts& known) {
    const auto meant = most_like(typed, known);
    if (meant) return fmt::format("did you mean {}?", *meant);
    return fmt::format("there are {}.", fmt::join(known, ", "));
  }

  static std::string of_column(const std::string& column) {
    return column.empty() ? "" : fmt::format(" of {}", in_words(column));
  }

  Problem unknown_key(const toml::table& table, const Texts& known,
                      const std::string& where) const {
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (std::ranges::find(known, name) != known.end()) continue;
      return error_at(
          node, fmt::format("There is no key '{}'{}; {}", told(name), where, nearest(name, known)));
    }
    return std::nullopt;
  }

  Error wrong_kind(const toml::node& node, const char* key, const std::string& column,
                   const char* wanted) const {
    return error_at(node, fmt::format("'{}'{} must be {}, not {}.", key, of_column(column), wanted,
                                      kind_of(node)));
  }

  Problem read(const toml::table& table, const char* key, const std::string& column,
               std::string& text) const {
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

  Problem read(const toml::table& table, const char* key, const std::string& column,
               Texts& texts) const {
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

  Problem read_columns(const toml::table& root, std::vector<ColumnPlan>& plans) const {
    const toml::node* node = root.get("columns");
    const toml::table* columns = node == nullptr ? nullptr : node->as_table();
    if (node != nullptr && columns == nullptr) return wrong_kind(*node, "columns", "", "a table");
    if (columns == nullptr || columns->empty()) {
      return Error{ErrorKind::invalid_option,
                   "It describes no column; begin with a line such as [columns.age].",
                   {.file = file_}};
    }
    std::vector<std::pair<toml::source_position, ColumnPlan>> found;
    for (const auto& [key, column] : *columns) {
      ColumnPlan plan{.name = std::string(key.str())};
      if (auto problem = read_column(column, plan)) return problem;
      plan.place.line = key.source().begin.line;
      plan.place.file = file_;
      found.emplace_back(key.source().begin, std::move(plan));
    }
    // TOML's tables are sorted by name; people see the order of their file.
    std::ranges::sort(
        found, {}, [](const auto& each) { return std::pair(each.first.line, each.first.column); });
    for (auto& [position, plan] : found) plans.push_back(std::move(plan));
    return std::nullopt;
  }

  Problem read_column(const toml::node& node, ColumnPlan& plan) const {
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      return error_at(node,
                      fmt::format("{} must be a table, such as {{ role = \"mask\" }}, not {}.",
                                  at_start(plan.name), kind_of(node)));
    }
    if (auto problem = unknown_key(*table, column_keys, of_column(plan.name))) return problem;
    if (auto problem = read_role(*table, plan)) return problem;
    if (auto problem = read(*table, "missing", plan.name, plan.missing)) return problem;
    if (auto problem = read_type(*table, plan)) return problem;
    return read_levels(*table, plan);
  }

  Problem read_role(const toml::table& table, ColumnPlan& plan) const {
    const toml::node* node = table.get("role");
    if (node == nullptr) return std::nullopt;
    if (node->is_array()) {
      return error_at(*node, fmt::format("{} has several roles; give it one: mask, keep or drop.",
                                         at_start(plan.name)));
    }
    std::string name;
    if (auto problem = read(table, "role", plan.name, name)) return problem;
    plan.role = treatment_named(name);
    if (plan.role) return std::nullopt;
    return error_at(*node,
                    fmt::format("There is no role '{}' ({}); {}", told(name), in_words(plan.name),
                                nearest(name, {"mask", "keep", "drop"})));
  }

  Problem read_type(const toml::table& table, ColumnPlan& plan) const {
    std::string name;
    if (auto problem = read(table, "type", plan.name, name)) return problem;
    if (name.empty()) return std::nullopt;
    plan.type = type_named(name);
    if (plan.type) return std::nullopt;
    return error_at(*table.get("type"),
                    fmt::format("There is no type '{}' ({}); {}", told(name), in_words(plan.name),
                                nearest(name, type_names())));
  }

  Problem read_levels(const toml::table& table, ColumnPlan& plan) const {
    const toml::node* node = table.get("ordered");
    if (node == nullptr) return std::nullopt;
    if (auto problem = read(table, "ordered", plan.name, plan.levels)) return problem;
    if (plan.levels.empty()) {
      return error_at(*node, fmt::format("'ordered'{} names no level.", of_column(plan.name)));
    }
    if (plan.type && !std::holds_alternative<type::Category>(*plan.type)) {
      return error_at(*node, fmt::format("'ordered' is for categories, and {} is to be {}.",
                                         in_words(plan.name), words_for(*plan.type)));
    }
    plan.type = type::Category{.is_ordered = true};
    return std::nullopt;
  }

  // The columns that weight, unit and within speak of.
  Problem problem_with_references(const toml::table& root, const Schema& schema) const {
    const auto check = [&](const char* key, const std::string& name) -> Problem {
      if (name.empty() || plan_of(schema.columns, name) != nullptr) return std::nullopt;
      return error_at(*root.get(key),
                      fmt::format("'{}' names {}, which is not described here; say its "
                                  "role below, as [columns.NAME] with role = \"keep\".",
                                  key, in_words(name)));
    };
    if (auto problem = check("weight", schema.structure.weight)) return problem;
    if (auto problem = check("unit", schema.structure.unit)) return problem;
    if (auto problem = check("order", schema.structure.order)) return problem;
    for (const std::string& name : schema.structure.within) {
      if (auto problem = check("within", name)) return problem;
    }
    return std::nullopt;
  }

  std::string file_;
};

// Each part of a dotted key is a table in a table, by which the library goes down, and it has no
// end of its own. The line, from 1, that goes too deep.
std::optional<std::size_t> line_too_deep(std::string_view text) {
  constexpr std::ptrdiff_t most_points = 1000;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view first = text.substr(0, text.find('\n'));
    if (std::ranges::count(first, '.') > most_points) return line;
    text.remove_prefix(std::min(first.size() + 1, text.size()));
  }
  return std::nullopt;
}

}  // namespace

Result<Schema> schema_of(std::string_view text, const std::string& file) {
  if (const auto line = line_too_deep(text)) {
    return Error{ErrorKind::invalid_option,
                 "More than 1,000 points in one line are not read; break it into several.",
                 {.file = file, .line = line}};
  }
  try {
    return SchemaReader(file).schema(toml::parse(text));
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin;
    return toml_problem(text, file, error.description(), at.line, at.column);
  }
}

Result<Schema> read_schema(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  constexpr std::size_t longest = std::size_t{16} << 20;
  std::string text(longest, '\0');
  if (file) file.read(text.data(), static_cast<std::streamsize>(longest));
  if (!file.is_open() || file.bad() || (file.fail() && !file.eof())) {
    return Error{ErrorKind::io, fmt::format("cannot be read: {}.", std::strerror(errno)), {path}};
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() == longest) {
    return Error{ErrorKind::invalid_option, "A schema has at most 16 MB.", {path}};
  }
  return schema_of(text, path);
}

}  // namespace overhand::io
