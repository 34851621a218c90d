#include "columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "coarsening_json.h"
#include "commands/structure.h"
#include "error_words.h"
#include "overhand/core/stopping.h"
#include "overhand/inspection/inspection.h"
#include "overhand/inspection/undecided.h"
#include "overhand/io/schema_file.h"

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

Result<std::string> text_of(const Json& columns, const char* what) {
  const Json text = columns.value(what, Json(""));
  if (!text.is_string()) return malformed(what);
  return text.get<std::string>();
}

Result<bool> truth_of(const Json& columns, const char* what) {
  const Json truth = columns.value(what, Json(false));
  if (!truth.is_boolean()) return malformed(what);
  return truth.get<bool>();
}

// 0: no cells of keys are suppressed.
Result<std::size_t> k_of(const Json& columns) {
  constexpr int most_sharing = 1'000'000;
  const Json k = columns.value("k", Json(0));
  const bool is_k = k.is_number_integer() && (k == 0 || (k >= 2 && k <= most_sharing));
  if (!is_k) return malformed("k");
  return k.get<std::size_t>();
}

Result<Structure> structure_of(const Json& columns) {
  const auto derive = names_of(columns, "derive");
  const auto rules = names_of(columns, "rules");
  const auto within = names_of(columns, "within");
  for (const auto* list : {&derive, &rules, &within}) {
    if (!*list) return list->error();
  }
  const auto weight = text_of(columns, "weight");
  const auto unit = text_of(columns, "unit");
  const auto order = text_of(columns, "order");
  for (const auto* text : {&weight, &unit, &order}) {
    if (!*text) return text->error();
  }
  const auto keys = names_of(columns, "keys");
  if (!keys) return keys.error();
  const auto k = k_of(columns);
  if (!k) return k.error();
  Structure structure{*derive, *rules, *within, *weight, *unit, *order, *keys};
  structure.k = *k;
  const auto alike = truth_of(columns, "alike");
  if (!alike) return alike.error();
  structure.alike = *alike;
  return structure;
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

// How columns are coarsened, by their names.
Result<std::map<std::string, Coarsening>> coarsenings_of(const Json& body) {
  std::map<std::string, Coarsening> coarsenings;
  const Json said = body.value("columns", Json::object()).value("coarsen", Json::array());
  if (!said.is_array()) return malformed("coarsen");
  for (const Json& one : said) {
    if (!one.is_object() || !one.value("name", Json()).is_string()) return malformed("coarsen");
    const auto coarsening = coarsening_of(one.value("coarsening", Json()));
    if (!coarsening) return coarsening.error();
    coarsenings[one["name"].get<std::string>()] = *coarsening;
  }
  return coarsenings;
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
  const auto coarsenings = coarsenings_of(body);
  if (!coarsenings) return coarsenings.error();
  Schema schema = proposed_schema(*table.inspection);
  for (ColumnPlan& plan : schema.columns) {
    if (const auto said = types->find(plan.name); said != types->end()) {
      set_type(plan, said->second);
    }
    plan.role = role_of(plan.name, *lists);
    if (const auto said = coarsenings->find(plan.name); said != coarsenings->end()) {
      plan.coarsening = said->second;
    }
  }
  schema.structure = lists->structure;
  return schema;
}

}  // namespace

Treatment role_of(const std::string& name, const ColumnChoice& lists) {
  const Structure& structure = lists.structure;
  const bool binds = has(structure.within, name) || name == structure.unit;
  if (binds || name == structure.weight || has(lists.keep, name)) return Treatment::keep;
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
  const auto allowed = truth_of(columns, "keep_identifiers");
  if (!allowed) return allowed.error();
  if (const auto rare = truth_of(columns, "drop_rare"); !rare) return rare.error();
  const auto structure = structure_of(columns);
  if (!structure) return structure.error();
  return ColumnChoice{.mask = *mask,
                      .drop = *drop,
                      .keep = *keep,
                      .structure = *structure,
                      .keep_identifiers = *allowed};
}

bool needs_schema(const Json& body) {
  const Json columns = body.value("columns", Json::object());
  return columns.is_object() && (columns.contains("types") || columns.contains("coarsen"));
}

Result<ColumnChoice> columns_of(const Json& body, const OpenTable& table) {
  return needs_schema(body) ? planned_columns(body, table) : named_columns(body);
}

Result<ColumnChoice> planned_columns(const Json& body, const OpenTable& table) {
  const auto lists = named_columns(body);
  if (!lists) return lists.error();
  const auto schema = schema_of(body, table);
  if (!schema) return schema.error();
  return ColumnChoice{.plans = plans_of(*schema),
                      .structure = lists->structure,
                      .keep_identifiers = lists->keep_identifiers};
}

bool drops_rare_units(const Json& body) {
  const auto said = truth_of(body.value("columns", Json::object()), "drop_rare");
  return said && *said;
}

Result<commands::PreparedTable> read_to_mask(const JobRequest& request, ColumnChoice& choice,
                                             const Progress& progress, bool takes_rare_units) {
  const OpenTable& table = request.table;
  auto file = io::read_file(table.path, choice, table.reading, progress);
  if (!file) return file.error();
  auto read = commands::prepared(*std::move(file), choice);
  if (!read) return in_file(table.path, read.error());
  auto checked = stoppable(progress, [&]() -> Status {
    auto problem = inspection::problem_with_identifiers(read->table, choice);
    return problem ? Status(*std::move(problem)) : Status(Done{});
  });
  if (checked) checked = commands::check_measured(read->table, choice.structure, progress);
  if (checked && drops_rare_units(request.body)) {
    checked = commands::drop_rare_units(*read, choice.structure);
  }
  if (checked)
    checked = commands::check_bound(read->table, choice.structure, progress, takes_rare_units);
  if (!checked) return in_file(table.path, checked.error());
  const auto sums = commands::add_sums(read->table, choice.structure, progress);
  if (!sums) return sums.error();
  return read;
}

Result<std::string> edited_schema(const Json& body, const OpenTable& table) {
  const auto schema = schema_of(body, table);
  if (!schema) return schema.error();
  return io::schema_text(*schema, schema_comments(*table.inspection, table.filename));
}

}  // namespace overhand::web
