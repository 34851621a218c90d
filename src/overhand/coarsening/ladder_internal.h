// The ways to coarsen a column by itself, from which a proposal is made.
#pragma once

#include <vector>

#include "overhand/table/coarsening.h"
#include "overhand/table/column.h"

namespace overhand::coarsening {

using Ladder = std::vector<Coarsening>;

// Of a column that has so many values: bands for numbers, periods for dates, also where a kept
// column has them as texts, prefixes for codes and the merging of rare levels for all other levels.
// Not all of them need make a difference.
Ladder ladder_of(const Column& column, std::size_t values);

}  // namespace overhand::coarsening
