// Pearson's chi-square statistic against equal or given expectations, and its upper quantiles.
#pragma once

#include <cmath>
#include <span>

#include "overhand/random/normal.h"

namespace overhand::testing {

inline double chi_square(std::span<const double> observed, std::span<const double> expected) {
  double sum = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    sum += (observed[i] - expected[i]) * (observed[i] - expected[i]) / expected[i];
  }
  return sum;
}

// Exceeded with probability `tail`: Wilson and Hilferty's approximation, within 1 % from 10 degrees
// of freedom on.
inline double chi_square_quantile(double degrees, double tail) {
  const double z = random::normal_quantile(1 - tail);
  const double a = 2 / (9 * degrees);
  return degrees * std::pow(1 - a + z * std::sqrt(a), 3);
}

}  // namespace overhand::testing
