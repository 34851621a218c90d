// Plausibility: masked records that cannot be, as far as the columns of the original tell. A value
// below a column's smallest or above its largest original one, a negative value where no original
// is negative (or a positive one where none is positive), a fraction where all originals are whole,
// a level that no original has, a gap where no original has one.
// What analysts of any single record lose, and an aggregate measure does not see.
#pragma once

#include <vector>

#include "overhand/statistics/profile.h"

namespace overhand::utility {

// What the values of one original column have in common.
struct ColumnLimits {
  double low;
  double high;
  bool is_whole;
  bool has_gaps;
};

struct Limits {
  std::vector<ColumnLimits> columns;        // of the amounts
  std::vector<std::vector<bool>> has_code;  // of each category: whether an original has the code
};
Limits column_limits(const statistics::Profile& original);

// Shares of the masked records.
struct Implausible {
  double records;       // with at least one of these
  double beyond_range;  // with a value outside its column's range
  double wrong_sign;    // with a value of a sign that its column has not; outside its range as well
  double not_whole;     // with a fraction in a column of whole numbers
  double new_level;     // with a level that no original has
  double new_gap;       // with a gap in a column that had none
};

// Differences that rounding can explain do not count: a billionth of the column's largest value, of
// a value for its fraction.
Implausible implausible(const Limits& limits, const statistics::Profile& masked);

}  // namespace overhand::utility
