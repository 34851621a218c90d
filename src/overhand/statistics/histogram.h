// Histograms: how many values lie in each of some bins of equal width.
#pragma once

#include <span>
#include <vector>

#include "overhand/statistics/range.h"

namespace overhand::statistics {

// The bars of a histogram that is drawn.
constexpr std::size_t histogram_bars = 20;

// A value on a border counts above it, and what lies beyond the range in the first and the last
// bin; missing values do not count. With a range of no width all are in the first.
std::vector<std::size_t> histogram(std::span<const double> values, Range range,
                                   std::size_t bars = histogram_bars);

}  // namespace overhand::statistics
