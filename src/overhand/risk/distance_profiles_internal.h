// Both tables as distances between their records need them.
#pragma once

#include <optional>

#include "overhand/statistics/profile.h"

namespace overhand::risk {

struct DistanceProfiles {
  statistics::Profile original;
  statistics::Profile masked;
};

// Over the columns to mask; none where they cannot be measured.
inline std::optional<DistanceProfiles> distance_profiles(const Table& original,
                                                         const Table& masked) {
  const auto names = statistics::measured_names(original);
  if (names.empty()) return std::nullopt;
  auto before = statistics::measured_of(original, names, "original");
  if (!before) return std::nullopt;
  auto after = statistics::measured_like(*before, masked, "masked");
  if (!after) return std::nullopt;
  auto [x, m] = statistics::in_common_terms(*std::move(before), *std::move(after));
  return DistanceProfiles{statistics::distance_profile(std::move(x)),
                          statistics::distance_profile(std::move(m))};
}

}  // namespace overhand::risk
