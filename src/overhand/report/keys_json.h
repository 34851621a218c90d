// What is measured over the key columns, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "overhand/keys/measures.h"

namespace overhand::report {

// docs/results.schema.json. Names of columns and counts, nothing of a single record.
nlohmann::ordered_json keys_json(const keys::KeyMeasures& measures);

}  // namespace overhand::report
