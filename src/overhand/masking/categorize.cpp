#include "overhand/masking/categorize.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace overhand::masking {
std::vector<double> equal_width_breaks(statistics::Range range, int bins) {
  assert(bins >= 1);
  auto [low, high] = range;
  double widening = (high - low) / 1000;
  if (low == high) {  // R: a constant column gets equal bins around its value
    const double size = low == 0 ? 1 : std::abs(low);
    widening = 0;
    high = low + size / 1000;
    low = low - size / 1000;
  }
  // R's seq.int, in this order of operations; a quarter of all where the range overflows.
  const double scale = std::isinf(high - low) ? 0.25 : 1;
  const double width = (high * scale - low * scale) / bins;
  std::vector<double> breaks(static_cast<std::size_t>(bins) + 1);
  for (int k = 0; k < bins; ++k) breaks[k] = (low * scale + k * width) / scale;
  breaks.front() = low - widening;
  breaks.back() = high + widening;
  return breaks;
}

Binner::Binner(statistics::Range range, int bins)
    : breaks_(equal_width_breaks(range, bins)),
      low_(range.low),
      bins_per_unit_(bins / (range.high - range.low)),
      last_(static_cast<std::size_t>(bins) - 1),
      most_(bins) {
  if (!std::isfinite(bins_per_unit_)) bins_per_unit_ = 0;  // every guess is then 0, and unsure
  // Breaks and positions are a few roundings away from their exact values, each of at most an ulp
  // of the largest number met on the way.
  constexpr double roundings = 8 * std::numeric_limits<double>::epsilon();
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  sure_part_ = 0.5 - roundings * (largest * bins_per_unit_ + bins);
}

BinCode Binner::searched_code(double value) const {
  const auto upper = std::ranges::lower_bound(breaks_, value);
  if (upper == breaks_.begin()) return unbinned_minimum(static_cast<int>(last_ + 1));
  return static_cast<BinCode>(upper - breaks_.begin());
}

std::vector<BinCode> categorize(std::span<const double> values, int bins) {
  const Binner bin(statistics::range(values), bins);
  std::vector<BinCode> codes(values.size());
  std::ranges::transform(values, codes.begin(), bin);
  return codes;
}

std::vector<BinCode> merged_bins(std::span<const std::size_t> counts, std::size_t fewest) {
  const auto bins = static_cast<int>(counts.size()) - 2;
  std::vector<BinCode> ascending = {unbinned_minimum(bins)};
  for (BinCode code = 1; code <= static_cast<BinCode>(bins); ++code) ascending.push_back(code);
  std::vector<BinCode> merged(counts.size());
  BinCode own = ascending.front();
  BinCode before = own;
  std::size_t held = 0;
  for (const BinCode code : ascending) {
    if (held >= fewest) {
      before = own;
      own = code;
      held = 0;
    }
    merged[code] = own;
    held += counts[code];
  }
  if (held < fewest) std::ranges::replace(merged, own, before);
  merged[missing_bin] = missing_bin;
  return merged;
}

}  // namespace overhand::masking
