// Charts of how columns go together, before and after.
#pragma once

#include "overhand/report/chart.h"
#include "overhand/table/table.h"

namespace overhand::report {

// Correlations; where there are categories or gaps, associations of any two columns: correlations,
// correlation ratios and Cramer's V by their types. None with fewer than 2 columns.
std::vector<Chart> association_maps(const Table& original, const Table& masked);

}  // namespace overhand::report
