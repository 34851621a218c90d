// The catalogue of measures: every measure and score, once.
#pragma once

#include <vector>

#include "overhand/evaluation/measure.h"

namespace overhand::evaluation {

// In the order of MeasureId.
const std::vector<Measure>& measures();

const Measure& measure_of(MeasureId id);
const std::string& name_of(MeasureId id);  // "dbrl"

}  // namespace overhand::evaluation
