// Charts of the levels of categories, booleans and texts in two tables.
#pragma once

#include "overhand/report/table_charts.h"

namespace overhand::report {

// Of the columns to mask: bars of the commonest levels, before and after, and of the others
// together. External: of the levels that the masked table has, which are out anyway.
std::vector<Chart> level_bars(const Table& original, const Table& masked, Audience audience);

}  // namespace overhand::report
