// How many decimals the numbers of a column are written with.
#pragma once

#include <optional>

#include "overhand/table/column.h"

namespace overhand {

double rounded(double value, int decimals);

// The fewest decimals that write every value of the column, where six do.
std::optional<int> decimals_of(const Column& column);

}  // namespace overhand
