// Means, covariances and correlations by their definition, for comparison.
#pragma once

#include <cmath>
#include <numeric>

#include "overhand/table/column.h"

namespace overhand::testing {

inline double mean(const Reals& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

inline double covariance(const Reals& a, const Reals& b) {
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / static_cast<double>(a.size() - 1);
}

inline double correlation(const Reals& a, const Reals& b) {
  return covariance(a, b) / std::sqrt(covariance(a, a) * covariance(b, b));
}

}  // namespace overhand::testing
