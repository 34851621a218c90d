// Rare values: numbers that go out and that hardly anybody has. Who knows somebody's exact values
// looks them up, and learns whether that person is in the table.
#pragma once

#include "overhand/table/table.h"

namespace overhand::risk {

struct RareValues {
  std::size_t cells = 0;  // of masked numbers, dates and times that were looked at
  std::size_t rare = 0;   // those with a value that one or two originals have in their column

  double share() const;
};

// By at most 10,000 masked records, evenly spaced. O(n p).
RareValues rare_values(const Table& original, const Table& masked);

}  // namespace overhand::risk
