#include "overhand/statistics/median.h"

#include <algorithm>
#include <cassert>

namespace overhand::statistics {

double median_in_place(std::span<double> values) {
  assert(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double median(std::vector<double> values) { return median_in_place(values); }

}  // namespace overhand::statistics
