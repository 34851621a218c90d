// What charts of two tables share: what an audience may see, and the colours of the tables.
#pragma once

#include "overhand/report/table_charts.h"

namespace overhand::report {

// A count of original records; external: null where it is of fewer than 5.
Json count_or_null(std::size_t count, Audience audience);

// The channel of the field "table": original and masked.
Json table_colours();

}  // namespace overhand::report
