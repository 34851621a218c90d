// Rules: what every record obeys.
#pragma once

#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::relations {

// That one column is nowhere above another, as formulas: "a <= b". Between the columns to mask that
// are numbers, where both are there, in every record; none that the ranges alone say, and none
// where there are too few records to tell a rule from chance.
std::vector<std::string> mined_rules(const Table& original);

}  // namespace overhand::relations
