// The linkage of an intruder who knows all records of a unit: a household is found by all its
// members together where none of them is found alone.
#pragma once

#include <optional>

#include "overhand/risk/known_linkage_internal.h"
#include "overhand/table/table.h"

namespace overhand::risk {

// The masked units whose own original is among the nearest units of its size that agree with it in
// the classes of their members, which are what goes out as it is. The distance of two units is the
// sum of those of their members, each masked one with the nearest that is left, as nobody knows who
// is who; the own original's is also that of the sources. None where the original tells no units,
// where sources are not known, or where records cannot be measured.
std::optional<FoundShare> unit_linkage(const Table& original, const Table& masked,
                                       const KnownClasses& classes,
                                       std::optional<std::span<const Row>> source);

}  // namespace overhand::risk
