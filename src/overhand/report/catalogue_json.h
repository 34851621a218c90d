// The catalogue of methods and the options of a run as JSON, for every face.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "overhand/masking/methods.h"

namespace overhand::report {

using Json = nlohmann::ordered_json;

// {"schema": 1, "methods": [...]}: all that a form or a manual needs to know.
Json methods_json();

// Every option of the method with the value it has: the given one, else the default.
Json options_json(const masking::Method& method, const masking::OptionValues& values);

}  // namespace overhand::report
