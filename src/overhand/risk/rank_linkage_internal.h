// The linkage of an intruder who knows that levels were moved by their order: a level that became
// its neighbour is another level, but hardly another place.
#pragma once

#include <optional>

#include "overhand/risk/known_linkage_internal.h"
#include "overhand/table/table.h"

namespace overhand::risk {

// As known_linkage, with the distance between ranks in the original: of numbers by value, of levels
// in the order in which they are masked (levels.h), gaps last. Of tables with levels among the
// columns to mask; none of others, whose numbers DBRL compares, and none where sources are not
// known or texts became numbers.
std::optional<FoundShare> rank_linkage(const Table& original, const Table& masked,
                                       const KnownClasses& classes,
                                       std::optional<std::span<const Row>> source);

}  // namespace overhand::risk
