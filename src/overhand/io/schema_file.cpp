#include "overhand/io/schema_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>

#include "overhand/core/text.h"
#include "overhand/io/hierarchy_file_internal.h"
#include "overhand/io/schema_coarsening_internal.h"
#include "overhand/io/small_file_internal.h"
#include "overhand/io/toml_problems_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

// Whether what is said is about levels, so that a column is a category without further words.
bool is_of_levels(const Coarsening& coarsening) {
  const auto& step = coarsening.step;
  const bool merges_values =
      coarsening.merge_below && !coarsening.top && !coarsening.bottom && step.index() == 0;
  return merges_values || std::holds_alternative<coarse::Prefix>(step) ||
         std::holds_alternative<coarse::Hierarchy>(step);
}

// Reads one file; the first mistake ends it.
class SchemaReader : TomlKeys {
 public:
  explicit SchemaReader(std::string file) : TomlKeys(std::move(file)) {}

  Result<Schema> schema(const toml::table& root) {
    Schema schema;
    if (auto problem = unknown_key(root, root_keys, "")) return *std::move(problem);
    for (const auto& [key, list] :
         {std::pair("missing", &schema.missing), std::pair("derive", &schema.structure.derive),
          std::pair("rules", &schema.structure.rules),
          std::pair("within", &schema.structure.within),
          std::pair("keys", &schema.structure.keys)}) {
      if (auto problem = read(root, key, "", *list)) return *std::move(problem);
    }
    for (const auto& [key, text] :
         {std::pair("weight", &schema.structure.weight), std::pair("unit", &schema.structure.unit),
          std::pair("order", &schema.structure.order)}) {
      if (auto problem = read(root, key, "", *text)) return *std::move(problem);
    }
    std::optional<std::size_t> k;
    if (auto problem = read_whole(root, "k", "", 2, k)) return *std::move(problem);
    schema.structure.k = k.value_or(0);
    if (auto problem = read_alike(root, schema.structure)) return *std::move(problem);
    if (auto problem = read_importance(root, schema.structure)) return *std::move(problem);
    if (auto problem = read_columns(root, schema.columns)) return *std::move(problem);
    if (auto problem = problem_with_references(root, schema)) return *std::move(problem);
    return schema;
  }

 private:
  inline static const Texts root_keys = {"columns", "missing", "derive",     "rules",
                                         "within",  "weight",  "unit",       "order",
                                         "keys",    "k",       "importance", "alike"};

  static Texts column_keys() {
    Texts keys = {"type", "role", "ordered", "missing"};
    keys.insert(keys.end(), coarsening_keys().begin(), coarsening_keys().end());
    return keys;
  }

  Problem read_alike(const toml::table& root, Structure& structure) const {
    const toml::node* node = root.get("alike");
    if (node == nullptr) return std::nullopt;
    const auto truth = node->value_exact<bool>();
    if (!truth) return wrong_kind(*node, "alike", "", "true or false");
    structure.alike = *truth;
    return std::nullopt;
  }

  Problem read_importance(const toml::table& root, Structure& structure) const {
    const toml::node* node = root.get("importance");
    if (node == nullptr) return std::nullopt;
    const toml::table* table = node->as_table();
    if (table == nullptr)
      return wrong_kind(*node, "importance", "", "a table, such as { age = 2 }");
    for (const auto& [key, value] : *table) {
      const std::string name(key.str());
      std::optional<double> cost;
      if (auto problem = read(*table, name.c_str(), "", cost)) return problem;
      if (*cost <= 0) {
        return error_at(value, fmt::format("'importance' of {} must be more than 0: it is what a "
                                           "suppressed cell costs.",
                                           in_words(name)));
      }
      structure.importance[name] = *cost;
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
                   {.file = file()}};
    }
    std::vector<std::pair<toml::source_position, ColumnPlan>> found;
    for (const auto& [key, column] : *columns) {
      ColumnPlan plan{.name = std::string(key.str())};
      if (auto problem = read_column(column, plan)) return problem;
      plan.place.line = key.source().begin.line;
      plan.place.file = file();
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
    if (auto problem = unknown_key(*table, column_keys(), of_column(plan.name))) return problem;
    if (auto problem = read_role(*table, plan)) return problem;
    if (auto problem = read(*table, "missing", plan.name, plan.missing)) return problem;
    if (auto problem = read_type(*table, plan)) return problem;
    if (auto problem = read_coarsening(*this, *table, plan.name, plan.coarsening)) return problem;
    if (!plan.type && is_of_levels(plan.coarsening)) plan.type = type::Category{};
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
    for (const std::string& name : schema.structure.keys) {
      if (auto problem = check("keys", name)) return problem;
    }
    for (const auto& [name, cost] : schema.structure.importance) {
      if (auto problem = check("importance", name)) return problem;
    }
    return std::nullopt;
  }
};

// The files that columns speak of lie beside the schema.
Status read_hierarchies(Schema& schema, const std::string& path) {
  for (ColumnPlan& plan : schema.columns) {
    auto* hierarchy = std::get_if<coarse::Hierarchy>(&plan.coarsening.step);
    if (hierarchy == nullptr) continue;
    const auto file = std::filesystem::path(path).parent_path() / hierarchy->file;
    auto ancestors = read_hierarchy(file.string(), hierarchy->level);
    if (!ancestors) return ancestors.error();
    hierarchy->ancestors = std::make_shared<const Ancestors>(*std::move(ancestors));
  }
  return Done{};
}

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
  const auto text = small_file(path, "A schema");
  if (!text) return text.error();
  auto schema = schema_of(*text, path);
  if (!schema) return schema;
  if (auto done = read_hierarchies(*schema, path); !done) return done.error();
  return schema;
}

}  // namespace overhand::io
