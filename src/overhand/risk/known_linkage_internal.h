// The linkage of an intruder who knows some columns exactly, because they go out as they are: the
// nearest original is sought among those alone that agree with the masked record in them. A zip
// code of a hundred people makes of one search among thousands a search among a hundred.
#pragma once

#include <cstdint>
#include <span>

#include "overhand/risk/found_share.h"
#include "overhand/statistics/profile.h"

namespace overhand::risk {

// Records of one class have one number, the same in both tables.
struct KnownClasses {
  std::span<const std::uint32_t> originals;
  std::span<const std::uint32_t> masked;
};

// Ties count as linked, as in DBRL. Above 20,000 records 2,000 are searched.
FoundShare known_linkage(const statistics::Profile& original, const statistics::Profile& masked,
                         const KnownClasses& classes, std::span<const Row> source);

}  // namespace overhand::risk
