// The study as JSON. results.json depends on the seed alone; what the clock said is apart.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "overhand/study/study.h"

namespace overhand::study {

using Json = nlohmann::ordered_json;

// Every setting's medians by both readings, the choices, thresholds, orders, claims.
Json results_json(const Study& study);

Json timing_json(const Study& study);

}  // namespace overhand::study
