// Rare values: numbers and levels that go out and that hardly anybody has. Who knows somebody's
// exact values looks them up, and learns whether that person is in the table.
#pragma once

#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::risk {

struct RareValues {
  std::size_t cells = 0;  // of masked numbers, dates and times that were looked at
  std::size_t rare = 0;   // those with a value that one or two originals have in their column

  double share() const;
};

// By at most 10,000 masked records, evenly spaced. O(n p).
RareValues rare_values(const Table& original, const Table& masked);

// The levels of one masked column that one or two originals have and that go out.
struct RareLevels {
  std::string column;
  std::size_t rare = 0;
  std::size_t all = 0;  // levels of the original
};

// Of every masked column of texts or levels that has some.
std::vector<RareLevels> rare_levels(const Table& original, const Table& masked);

}  // namespace overhand::risk
