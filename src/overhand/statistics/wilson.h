// The Wilson score interval of a proportion. E. B. Wilson (1927), JASA 22.
#pragma once

#include <algorithm>
#include <cmath>

namespace overhand::statistics {

struct Interval {
  double low;
  double high;
};

// With 95 % confidence for a share seen among `sample` independent records.
inline Interval wilson_interval(double share, double sample) {
  constexpr double z = 1.959963984540054;
  const double scale = 1 + z * z / sample;
  const double centre = (share + z * z / (2 * sample)) / scale;
  const double reach =
      z / scale * std::sqrt(share * (1 - share) / sample + z * z / (4 * sample * sample));
  return {std::max(0.0, centre - reach), std::min(1.0, centre + reach)};
}

}  // namespace overhand::statistics
