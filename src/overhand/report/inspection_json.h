// What inspect finds, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "overhand/inspection/inspection.h"

namespace overhand::report {

// docs/results.schema.json. Nothing in it depends on the file that the table comes from.
nlohmann::ordered_json inspection_json(const inspection::Inspection& inspection);

}  // namespace overhand::report
