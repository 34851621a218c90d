// What the page shows of a table before masking (inspection/inspection.h), as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "overhand/inspection/inspection.h"
#include "overhand/table/table.h"

namespace overhand::web {

using Json = nlohmann::ordered_json;

// {"filename", "rows", "columns": [{"name", "found", "type", "role", "why", "missing", "distinct",
//   "histogram", "looks_like_identifier"}]: no value of a cell, "preview": {"columns": [names],
//   "rows": [[cells as text, or null]]}: the first few records, of no more than some columns}
Json table_facts(const Table& table, const inspection::Inspection& inspection,
                 const std::string& filename);

}  // namespace overhand::web
