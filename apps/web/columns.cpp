#include "columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "error_words.h"
#include "overhand/core/stopping.h"
#include "overhand/inspection/inspection.h"
#include "overhand/inspection/undecided.h"
#include "overhand/io/schema_file.h"
#include "overhand/relations/identities.h"

namespace overhand::web {
namespace {

using Names = std::vector<std::string>;

Result<Names> names_of(const Json& columns, const char* role) {
  const auto names = columns.value(role, Json::array());
  if (!names.is_array()) return malformed(role);
  Names result;
  for (const Json& name : names) {
    if (!name.is_string()) return malformed(role);
    result.push_back(name.get<std::string>());
  }
  return result;
}

// Said types by the names of their columns.
Result<std::map<std::string, Type>> types_of(const Json& body) {
  std::map<std::string, Type> types;
  const Json said = body.value("columns", Json::object()).value("types", Json::array());
  if (!said.is_array()) return malformed("types");
  for (const Json& one : said) {
    const bool is_pair = one.is_object() && one.value("name", Json()).is_string() &&
                         one.value("type", Json()).is_string();
    const auto type = is_pair ? type_named(one["type"].get<std::string>()) : std::optional<Type>();
    if (!type) return malformed("types");
    types[one["name"].get<std::string>()] = *type;
  }
  return types;
}

bool has(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// The plan with another type; what is said beside it belongs to the proposed one.
void set_type(ColumnPlan& plan, const Type& type) {
  if (plan.type && name_of(*plan.type) == name_of(type)) return;
  plan.type = type;
  plan.levels.clear();
}

Result<Schema> schema_of(const Json& body, const OpenTable& table) {
  const auto lists = named_columns(body);
  if (!lists) return lists.error();
  const auto types = types_of(body);
  if (!types) return types.error();
  Schema schema = proposed_schema(*table.inspection);
  for (ColumnPlan& plan : schema.columns) {
    if (const auto said = types->find(plan.name); said != types->end()) {
      set_type(plan, said->second);
    }
    plan.role = role_of(plan.name, *lists);
  }
  return schema;
}

}  // namespace

Treatment role_of(const std::string& name, const ColumnChoice& lists) {
  if (has(lists.keep, name)) return Treatment::keep;
  if (has(lists.drop, name)) return Treatment::drop;
  return lists.mask.empty() || has(lists.mask, name) ? Treatment::mask : Treatment::drop;
}

Result<ColumnChoice> named_columns(const Json& body) {
  const auto columns = body.value("columns", Json::object());
  if (!columns.is_object()) return malformed("columns");
  const auto mask = names_of(columns, "mask");
  const auto drop = names_of(columns, "drop");
  const auto keep = names_of(columns, "keep");
  for (const auto* names : {&mask, &drop, &keep}) {
    if (!*names) return names->error();
  }
  const Json allowed = columns.value("keep_identifiers", Json(false));
  if (!allowed.is_boolean()) return malformed("keep_identifiers");
  return ColumnChoice{
      .mask = *mask, .drop = *drop, .keep = *keep, .keep_identifiers = allowed.get<bool>()};
}

bool needs_schema(const Json& body) {
  const Json columns = body.value("columns", Json::object());
  return columns.is_object() && columns.contains("types");
}

Result<ColumnChoice> columns_of(const Json& body, const OpenTable& table) {
  auto lists = named_columns(body);
  if (!lists || !needs_schema(body)) return lists;
  auto schema = schema_of(body, table);
  if (!schema) return schema.error();
  return ColumnChoice{.plans = plans_of(*schema), .keep_identifiers = lists->keep_identifiers};
}

Result<io::TableInFile> read_to_mask(const OpenTable& table, const ColumnChoice& choice,
                                     const Progress& progress) {
  auto read = io::read_file(table.path, choice, table.reading, progress);
  if (!read) return read;
  return stoppable(progress, [&]() -> Result<io::TableInFile> {
    auto problem = inspection::problem_with_identifiers(read->table, choice);
    if (problem) return in_file(table.path, *std::move(problem));
    return std::move(read);
  });
}

Result<Structure> structure_of(const Table& original, const Progress& progress) {
  return stoppable(progress, [&]() -> Result<Structure> {
    return Structure{.derive = relations::identities(original)};
  });
}

Result<std::string> edited_schema(const Json& body, const OpenTable& table) {
  const auto schema = schema_of(body, table);
  if (!schema) return schema.error();
  return io::schema_text(*schema, schema_comments(*table.inspection, table.filename));
}

}  // namespace overhand::web
