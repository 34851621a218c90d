// Charts of analyses: each coefficient with its interval, before and after.
#pragma once

#include <vector>

#include "overhand/report/chart.h"
#include "overhand/utility/analysis.h"

namespace overhand::report {

std::vector<Chart> analysis_charts(const std::vector<utility::Analysis>& analyses);

}  // namespace overhand::report
