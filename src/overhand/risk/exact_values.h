// Exact values: what of a masked column goes out as somebody's own value: numbers that an original
// has, true extremes, and values that are most of a total.
#pragma once

#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::risk {

// A column of which one original value is more than half of the total: whoever knows the branch
// knows whose it is, and its other members compute it from the total.
struct Dominance {
  std::string column;
  bool goes_out = false;  // a released value is within 5 % of it
};

struct ExactValues {
  std::size_t cells = 0;  // of masked numbers, dates and times that go out
  std::size_t equal = 0;  // those with a value that an original has in their column
  // Columns whose smallest or largest value goes out, where only one or two originals have it.
  std::vector<std::string> extremes = {};
  std::size_t ends = 0;  // of columns: smallest and largest values that only one or two have
  std::size_t ends_out = 0;
  std::vector<Dominance> dominant = {};  // of columns without negative numbers

  double share() const;
};

// O(n log n) for each column.
ExactValues exact_values(const Table& original, const Table& masked);

}  // namespace overhand::risk
