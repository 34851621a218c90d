// What becomes of the columns, as the page says it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "commands/preparation.h"
#include "jobs.h"
#include "overhand/table/table.h"
#include "session.h"

namespace overhand::web {

using Json = nlohmann::ordered_json;

constexpr auto schema_file = "schema.toml";

// {"columns": {"drop": [names], "keep": [names], "mask": [names], "types": [{"name", "type"}],
// "keep_identifiers": bool, "unit": name, "order": name, "within": [names], "weight": name,
// "derive": [formulas], "rules": [formulas], "drop_rare": bool, "keys": [names], "k": number,
// "coarsen": [{"name", "coarsening"}]}}, each of them optional. With types or coarsening the choice
// is the plans of the edited schema; without, lists of names.
Result<ColumnChoice> columns_of(const Json& body, const OpenTable& table);

// The plans of the edited schema, whatever is said.
Result<ColumnChoice> planned_columns(const Json& body, const OpenTable& table);

// The lists of names and what binds columns and records.
Result<ColumnChoice> named_columns(const Json& body);

// What becomes of a column by the lists of names.
Treatment role_of(const std::string& name, const ColumnChoice& lists);

// The proposal for the table with what the page says in its place, as a file: what `overhand
// inspect --schema schema.toml` writes, edited.
Result<std::string> edited_schema(const Json& body, const OpenTable& table);

// The table as it is to be masked, with the choice's sums beside those that are said, and without
// units of rare sizes where that is said. Fails on columns that look like identifiers and that
// nobody has decided, on rules that the table breaks, on weights that are none, and on units of
// rare sizes unless the method takes them.
Result<commands::PreparedTable> read_to_mask(const JobRequest& request, ColumnChoice& choice,
                                             const Progress& progress,
                                             bool takes_rare_units = false);

// Whether units of sizes too rare to mask are left out.
bool drops_rare_units(const Json& body);

// Whether a command needs the schema to do the same.
bool needs_schema(const Json& body);

}  // namespace overhand::web
