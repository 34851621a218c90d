// A column's own values, put where other numbers' ranks say.
#pragma once

#include <span>

#include "overhand/table/column.h"

namespace overhand::masking {

// The values in ascending order and what is missing behind them, the smallest at the smallest of
// `scores`; equal scores in row order. How the values are stored stays.
Values at_ranks_of(std::span<const double> scores, const Values& values);

}  // namespace overhand::masking
