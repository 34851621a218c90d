// Plausibility: masked records that cannot be, as far as the original tells. A value below a
// column's smallest or above its largest original one, a negative value where no original is
// negative (or a positive one where none is positive), a fraction where all originals are whole, a
// level that no original has, a gap where no original has one; and what breaks a rule.
// What analysts of any single record lose, and an aggregate measure does not see.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "overhand/statistics/measured.h"

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
Limits column_limits(const statistics::Measured& original);

// What a value does not share with the originals of its column.
enum class Fault { range, negative, positive, fraction, level, gap };
constexpr std::size_t fault_count = 6;

struct ColumnFault {
  std::string column;
  Fault fault;
  std::size_t records = 0;  // masked ones with such a value
};

// Shares of the masked records.
struct Implausible {
  double records;       // with at least one of these
  double beyond_range;  // with a value outside its column's range
  double wrong_sign;    // with a value of a sign that its column has not; outside its range as well
  double not_whole;     // with a fraction in a column of whole numbers
  double new_level;     // with a level that no original has
  double new_gap;       // with a gap in a column that had none
  double broken_rule;   // that break a rule
  std::vector<ColumnFault> faults;  // those that there are; of a wrong sign not once more by range
};

// Differences that rounding can explain do not count: a billionth of the column's largest value, of
// a value for its fraction. `breaks_rule` tells it of each record, or is empty.
Implausible implausible(const Limits& limits, const statistics::Measured& masked,
                        std::span<const char> breaks_rule = {});

}  // namespace overhand::utility
