// The linkage of an intruder who knows all records of a unit: a household is found by all its
// members together where none of them is found alone.
#pragma once

#include <optional>

#include "overhand/risk/found_share.h"
#include "overhand/table/table.h"

namespace overhand::risk {

// The masked units whose own original is among the nearest units of its size. The distance of two
// units is the sum of those of their members, one by one as they stand; the own original's are the
// sources, so that another order of the members counts for the intruder. None where the original
// tells no units, where sources are not known, or where records cannot be measured.
std::optional<FoundShare> unit_linkage(const Table& original, const Table& masked,
                                       std::optional<std::span<const Row>> source);

}  // namespace overhand::risk
