// Values that are equal whatever their storage: 3 and 3.0, 0.0 and -0.0, and all that is missing.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "overhand/table/column.h"

namespace overhand {

// Equal exactly for equal values.
inline std::uint64_t value_bits(double value) {
  return std::bit_cast<std::uint64_t>(is_missing(value) ? missing_real : value + 0.0);
}

// The real that equals the integer, missing for missing; beyond 2^53 most have none.
inline std::optional<double> equal_real(std::int64_t value) {
  constexpr double beyond = 0x1p63;
  const double real = as_real(value);
  if (is_missing(value)) return real;
  if (real == beyond || static_cast<std::int64_t>(real) != value) return std::nullopt;
  return real;
}

// The integer that equals the real. None for fractions and from 2^53 on, where reals stand for
// several integers each.
inline std::optional<std::int64_t> equal_integer(double value) {
  constexpr double beyond = 0x1p53;
  if (!(std::abs(value) < beyond) || std::trunc(value) != value) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

}  // namespace overhand
