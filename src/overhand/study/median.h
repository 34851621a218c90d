// The median of measured values.
#pragma once

#include <algorithm>
#include <cassert>
#include <vector>

namespace overhand::study {

inline double median(std::vector<double> values) {
  assert(!values.empty());
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace overhand::study
