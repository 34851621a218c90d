// Errors of paired values on the raw scale: MAE, MSE, and sdcMicro's IL1s.
#pragma once

#include <cstdint>
#include <span>

#include "overhand/statistics/profile.h"

namespace overhand::utility {

// The original record that is held against each masked record.
using Partners = std::span<const Row>;

struct ValueErrors {
  double mae;   // mean |x - m| over all cells
  double mse;   // mean (x - m)^2 over all cells
  double il1s;  // sum of |x - m| / (sqrt(2) sd(x)) over all cells; constant columns left out
  std::vector<bool> is_unchanged;  // the columns in which all paired values are equal
};

// Of mixed tables over the ordered columns, where both values are there.
// A sum beyond the range of doubles is given as the largest double.
ValueErrors value_errors(const statistics::Profile& original, const statistics::Profile& masked,
                         Partners partners);

}  // namespace overhand::utility
