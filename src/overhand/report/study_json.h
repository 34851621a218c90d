// The study as JSON. results.json depends on the seed alone; what the clock said is apart.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "overhand/study/study.h"

namespace overhand::report {

using Json = nlohmann::ordered_json;

// Every setting's medians by both readings, the choices, thresholds, orders, claims.
Json study_json(const study::Study& study);

Json timing_json(const study::Study& study);

}  // namespace overhand::report
