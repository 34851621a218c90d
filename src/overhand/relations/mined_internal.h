// What the search for orders and the search for levels that tell others share.
#pragma once

#include <set>
#include <vector>

#include "overhand/relations/rules.h"

namespace overhand::relations {

// Of the records, in a random pairing, that break what is more than a coincidence.
constexpr double least_broken = 0.05;
// The probability at which chance is believed to obey a rule in every record. A thousand columns
// have a million pairs.
constexpr double chance = 1e-9;

// Of each column, those that it goes before: nowhere above, or telling.
using Successors = std::vector<std::set<std::size_t>>;

// Without a, c where a, b and b, c are left and b is there in every record. The longest ways first,
// so that their steps are still there to be seen.
Successors without_consequences(Successors after, const std::vector<bool>& has_gaps);

// That each level of a column goes with one level of another.
std::vector<Rule> mined_levels(const Table& original);

}  // namespace overhand::relations
