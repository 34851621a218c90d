// The values of an option that tuning tries.
#pragma once

#include <vector>

namespace overhand::masking {

// `count` values: first, first + step, first + 2 step, ...
inline std::vector<double> evenly_spaced(double first, double step, int count) {
  std::vector<double> grid;
  for (int i = 0; i < count; ++i) grid.push_back(first + step * i);
  return grid;
}

}  // namespace overhand::masking
