#include "overhand/statistics/histogram.h"

#include <algorithm>

namespace overhand::statistics {

std::vector<std::size_t> histogram(std::span<const double> values, Range range, std::size_t bars) {
  std::vector<std::size_t> counts(bars);
  const double width = (range.high - range.low) / static_cast<double>(bars);
  const auto last = static_cast<double>(bars - 1);
  for (const double value : values) {
    if (is_missing(value)) continue;
    const double place = width > 0 ? std::clamp((value - range.low) / width, 0.0, last) : 0;
    ++counts[static_cast<std::size_t>(place)];
  }
  return counts;
}

}  // namespace overhand::statistics
