#include "overhand/utility/errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "overhand/statistics/blocks.h"
#include "overhand/utility/error_sums_internal.h"

namespace overhand::utility {
namespace {

double finite(double value) { return std::min(value, std::numeric_limits<double>::max()); }

ErrorSums sums_of(const statistics::Profile& original, const statistics::Profile& masked,
                  Partners partners) {
  const std::size_t p = masked.column_count();
  const auto blocks = statistics::blocks_of(masked.row_count());
  const Reals& x = original.numbers.cells;
  const Reals& m = masked.numbers.cells;
  return statistics::sum_over_blocks(blocks, [&](statistics::Block block) {
    if (!masked.is_mixed) return error_sums<double>(x, m, p, partners, block);
    return error_sums_beside_gaps<double>(x, m, p, partners, block,
                                          [](double cell) { return is_missing(cell); });
  });
}

}  // namespace

ValueErrors value_errors(const statistics::Profile& original, const statistics::Profile& masked,
                         Partners partners) {
  const std::size_t p = masked.column_count();
  const ErrorSums sums = sums_of(original, masked, partners);
  const double cells =
      std::max(1.0, std::accumulate(sums.compared.begin(), sums.compared.end(), 0.0));
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
