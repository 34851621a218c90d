// The range of a column: its smallest and its largest value.
#pragma once

#include <cstdint>
#include <span>

#include "overhand/table/column.h"

namespace overhand::statistics {

struct Range {
  double low;  // low > high when every value is missing
  double high;
};
Range range(std::span<const double> values);
Range range(std::span<const std::int64_t> values);
Range range_of(const Values& numbers);

}  // namespace overhand::statistics
