// The catalogue of loss measures, those of the score and those beside it.
#pragma once

#include <vector>

#include "overhand/statistics/measure.h"

namespace overhand::utility {

const std::vector<statistics::Measure>& measures();

}  // namespace overhand::utility
