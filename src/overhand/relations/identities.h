// Identities: exact linear relations between columns, such as total = part + other.
#pragma once

#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::relations {

// Those that hold in every record between the columns to mask that are complete numbers, as
// formulas for derivations(). Coefficients are small fractions. Where it can be, the left side is
// the total and the right side its parts, so that non-negative parts never give a negative value.
// So many at most that two columns to mask are left; none where there are too few records to tell a
// relation from chance.
std::vector<std::string> identities(const Table& table);

}  // namespace overhand::relations
