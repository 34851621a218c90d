// Charts of what tuning tried: the risk-utility map, the tradeoff curves of the paper, and
// boxplots.
#pragma once

#include <vector>

#include "overhand/report/chart.h"
#include "overhand/tuning/tuner.h"

namespace overhand::report {

// Every setting tried: loss against risk, the ceiling, the chosen one filled.
Chart risk_utility_map(const tuning::Tuning& tuning);

// For each method with a numeric option: loss, risk, overall and DBRL against the option.
std::vector<Chart> tradeoff_curves(const tuning::Tuning& tuning);

// The overall score and each measure of the methods' choices, over replications.
std::vector<Chart> boxplots(const tuning::Tuning& tuning);

}  // namespace overhand::report
