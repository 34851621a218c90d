// Rules: what every record of the original obeys, and a masked one should.
#pragma once

#include <string>
#include <vector>

#include "overhand/relations/formula.h"

namespace overhand::relations {

// That one column is nowhere above another, as formulas: "a <= b". Between the columns to mask that
// are numbers, where both are there, in every record; none that the ranges alone say, and none
// where there are too few records to tell a rule from chance.
std::vector<std::string> mined_rules(const Table& original);

// Of texts such as "tax <= income". Fails on one that cannot be read or that the original breaks.
Result<std::vector<Formula>> rules(const std::vector<std::string>& texts, const Table& original);

// For each record whether it breaks one of the rules; what is missing breaks none.
std::vector<bool> broken(const std::vector<Formula>& rules, const Table& table);

}  // namespace overhand::relations
