#include "overhand/table/decimals.h"

#include <algorithm>
#include <cmath>

#include "overhand/table/amounts.h"

namespace overhand {

double rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale) / scale;
}

std::optional<int> decimals_of(const Column& column) {
  constexpr int most = 6;
  constexpr double rounding = 1e-9;
  const auto values = amounts(column);
  if (!values) return std::nullopt;
  for (int decimals = 0; decimals <= most; ++decimals) {
    const bool are_enough = std::ranges::all_of(*values, [&](double value) {
      return is_missing(value) ||
             std::abs(value - rounded(value, decimals)) <= rounding * std::abs(value);
    });
    if (are_enough) return decimals;
  }
  return std::nullopt;
}

}  // namespace overhand
