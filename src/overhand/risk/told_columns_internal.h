// What a class tells by itself: where all its records have one value of a masked column, who knows
// that somebody is in the class knows the value (distinct l-diversity of 1).
//
// A. Machanavajjhala et al. (2007), "l-Diversity: privacy beyond k-anonymity", ACM TKDD 1(1).
#pragma once

#include <vector>

#include "overhand/risk/kept_columns.h"
#include "overhand/table/classes.h"

namespace overhand::risk {

// The masked columns that classes of two records or more tell of at least one record in a hundred,
// the worst first. `classes` are those of the original records and then those of the masked ones; a
// column that has one value in all of the original is told by nobody. O(n p).
std::vector<ToldColumn> told_columns(const Table& original, const Table& masked,
                                     const Classes& classes);

}  // namespace overhand::risk
