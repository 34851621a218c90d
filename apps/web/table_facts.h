// What the page shows of a table before masking (statistics/column_facts.h), as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "overhand/table/table.h"

namespace overhand::web {

using Json = nlohmann::ordered_json;

// {"filename", "rows", "columns": [{"name", "type", "missing", "distinct", "histogram",
//   "looks_like_identifier", "can_be_masked"}], "preview": {"columns": [names], "rows": [[cells as
//   text, or null]]}}: the preview is the first few records and no more than some columns.
Json table_facts(const Table& table, const std::string& filename);

}  // namespace overhand::web
