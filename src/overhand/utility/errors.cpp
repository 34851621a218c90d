#include "overhand/utility/errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "overhand/statistics/blocks.h"
#include "overhand/utility/error_sums_internal.h"

namespace overhand::utility {
namespace {

double finite(double value) { return std::min(value, std::numeric_limits<double>::max()); }

}  // namespace

ValueErrors value_errors(const statistics::Profile& original, const statistics::Profile& masked,
                         Partners partners) {
  const std::size_t p = masked.column_count();
  const ErrorSums sums = statistics::sum_over_blocks(
      statistics::blocks_of(masked.row_count()), [&](statistics::Block block) {
        return error_sums<double>(original.numbers.cells, masked.numbers.cells, p, partners, block);
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
