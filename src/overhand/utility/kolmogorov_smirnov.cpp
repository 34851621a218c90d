#include "overhand/utility/kolmogorov_smirnov.h"

#include <algorithm>
#include <cmath>

namespace overhand::utility {

double kolmogorov_smirnov(std::span<const double> sorted_original,
                          std::span<const double> sorted_masked) {
  const auto& a = sorted_original;
  const auto& b = sorted_masked;
  if (a.empty() != b.empty()) return 1;
  double largest = 0;
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const double value = std::min(a[i], b[k]);
    while (i < a.size() && a[i] == value) ++i;
    while (k < b.size() && b[k] == value) ++k;
    const double difference = static_cast<double>(i) / static_cast<double>(a.size()) -
                              static_cast<double>(k) / static_cast<double>(b.size());
    largest = std::max(largest, std::abs(difference));
  }
  return largest;
}

statistics::MeanAndLargest marginal_distances(const statistics::Profile& original,
                                              const statistics::Profile& masked) {
  statistics::MeanAndLargest result;
  const std::size_t p = original.column_count();
  for (std::size_t j = 0; j < p; ++j) {
    const double distance = kolmogorov_smirnov(original.sorted[j], masked.sorted[j]);
    result.mean += distance / static_cast<double>(p);
    result.largest = std::max(result.largest, distance);
  }
  return result;
}

}  // namespace overhand::utility
