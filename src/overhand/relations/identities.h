// Identities: exact linear relations between columns, such as total = part + other.
#pragma once

#include <string>
#include <vector>

#include "overhand/relations/rules.h"

namespace overhand::relations {

// Those that hold in every record between the columns to mask that are complete numbers or days, as
// formulas for derivations(). Coefficients are small fractions. Where it can be, the left side is
// the total and the right side its parts, so that non-negative parts never give a negative value.
// So many at most that two columns to mask are left; none where there are too few records to tell a
// relation from chance.
std::vector<std::string> identities(const Table& table);

// The same as rules, which a masked table may break: also of kept columns with masked ones, and of
// columns with gaps in the records that have none.
std::vector<Rule> identity_rules(const Table& table);

}  // namespace overhand::relations
