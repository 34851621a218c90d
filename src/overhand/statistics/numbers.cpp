#include "overhand/statistics/numbers.h"

#include <algorithm>
#include <cmath>

#include "overhand/statistics/blocks.h"

namespace overhand::statistics {
double largest_magnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

int safe_exponent(double largest) {
  constexpr int widest = 200;
  if (largest == 0) return 0;
  const int exponent = std::ilogb(largest);
  return std::abs(exponent) > widest ? exponent : 0;
}

std::vector<int> common_exponents(const Numbers& original, const Numbers& masked) {
  constexpr int near = 50;
  std::vector<int> exponents = original.exponents;
  for (std::size_t j = 0; j < exponents.size(); ++j) {
    const double largest =
        std::max(std::ldexp(largest_magnitude(original.columns[j]), original.exponents[j]),
                 std::ldexp(largest_magnitude(masked.columns[j]), masked.exponents[j]));
    const int wanted = safe_exponent(largest);
    const bool is_held = exponents[j] != 0 && wanted != 0 && std::abs(wanted - exponents[j]) < near;
    if (!is_held) exponents[j] = wanted;
  }
  return exponents;
}

Numbers rescaled(Numbers numbers, const std::vector<int>& exponents) {
  for (std::size_t j = 0; j < exponents.size(); ++j) {
    const int change = numbers.exponents[j] - exponents[j];
    if (change == 0) continue;
    for (double& value : numbers.columns[j]) value = std::ldexp(value, change);
  }
  if (numbers.exponents != exponents) {
    numbers.cells = interleaved(numbers.columns);
    numbers.exponents = exponents;
  }
  return numbers;
}

}  // namespace overhand::statistics
