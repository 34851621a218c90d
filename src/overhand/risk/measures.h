// The catalogue of risk measures.
#pragma once

#include <vector>

#include "overhand/statistics/measure.h"

namespace overhand::risk {

const std::vector<statistics::Measure>& measures();

}  // namespace overhand::risk
