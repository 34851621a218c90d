// Coarsening of one column as the page sends and gets it.
#pragma once

#include <nlohmann/json.hpp>

#include "overhand/core/result.h"
#include "overhand/table/coarsening.h"

namespace overhand::web {

using Json = nlohmann::ordered_json;

// {"bands": 5}, {"prefix": 2}, {"to": "year"} or {"merge_below": 20}, the words of a schema: what
// is proposed (coarsening/proposal.h) is one of them.
Json coarsening_json(const Coarsening& coarsening);
Result<Coarsening> coarsening_of(const Json& json);

}  // namespace overhand::web
