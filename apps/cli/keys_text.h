// What the key columns tell an intruder, as text for a terminal: names of columns and counts, never
// a record's values.
#pragma once

#include <string>

#include "overhand/keys/measures.h"

namespace overhand::cli {

std::string keys_text(const keys::KeyMeasures& measures);

}  // namespace overhand::cli
