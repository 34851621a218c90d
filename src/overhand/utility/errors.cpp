#include "overhand/utility/errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "overhand/statistics/blocks.h"

namespace overhand::utility {
namespace {

// Sums by column: a record's columns lie side by side, and so do their sums.
struct Sums {
  Reals absolute;
  Reals squared;

  Sums& operator+=(const Sums& other) {
    for (std::size_t j = 0; j < absolute.size(); ++j) {
      absolute[j] += other.absolute[j];
      squared[j] += other.squared[j];
    }
    return *this;
  }
};

Sums sums_in(const statistics::Numbers& original, const statistics::Numbers& masked,
             Partners partners, statistics::Block block) {
  const std::size_t p = masked.column_count();
  Sums sums{Reals(p), Reals(p)};
  double* absolute = sums.absolute.data();
  double* squared = sums.squared.data();
  for (std::size_t i = block.begin; i < block.end; ++i) {
    const double* x = original.cells.data() + partners[i] * p;
    const double* m = masked.cells.data() + i * p;
    for (std::size_t j = 0; j < p; ++j) {
      const double difference = x[j] - m[j];
      absolute[j] += std::abs(difference);
      squared[j] += difference * difference;
    }
  }
  return sums;
}

double finite(double value) { return std::min(value, std::numeric_limits<double>::max()); }

}  // namespace

ValueErrors value_errors(const statistics::Profile& original, const statistics::Profile& masked,
                         Partners partners) {
  const std::size_t p = masked.column_count();
  const Sums sums = statistics::sum_over_blocks(
      statistics::blocks_of(masked.row_count()), [&](statistics::Block block) {
        return sums_in(original.numbers, masked.numbers, partners, block);
      });
  const double cells = static_cast<double>(masked.row_count() * p);
  ValueErrors errors{0, 0, 0, std::vector<bool>(p)};
  for (std::size_t j = 0; j < p; ++j) {
    const int exponent = masked.numbers.exponents[j];
    errors.mae += std::ldexp(sums.absolute[j] / cells, exponent);
    errors.mse += std::ldexp(sums.squared[j] / cells, 2 * exponent);
    const double scale = std::numbers::sqrt2 * original.sd[j];
    if (scale > 0) errors.il1s += sums.absolute[j] / scale;
    errors.is_unchanged[j] = sums.absolute[j] == 0;
  }
  return {finite(errors.mae), finite(errors.mse), finite(errors.il1s), errors.is_unchanged};
}

}  // namespace overhand::utility
