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
  auto before = statistics::numbers_of(original, names, "original");
  auto after = statistics::numbers_of(masked, names, "masked");
  if (!before || !after) return std::nullopt;
  const auto exponents = statistics::common_exponents(*before, *after);
  return DistanceProfiles{
      statistics::distance_profile(statistics::rescaled(*std::move(before), exponents)),
      statistics::distance_profile(statistics::rescaled(*std::move(after), exponents))};
}

}  // namespace overhand::risk
