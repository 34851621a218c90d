// What levels given out whole take from, or add to, the columns after them.
#pragma once

#include <vector>

#include "overhand/masking/groups_internal.h"
#include "overhand/masking/mixed_table_internal.h"

namespace overhand::masking {

// A rotated indicator is a fraction, the level given out is whole. With e the difference, the
// expectation of the columns after it moves by e times their regression on the indicators, within
// cells: where a record became a child, it becomes younger.
struct LevelCarry {
  std::vector<statistics::Matrix> to_levels;  // of each block on the coordinates of those before it
  statistics::Matrix to_numbers;              // of the numbers on the coordinates of all blocks
};

// The regressions pooled over cells, up to 2,000 of them evenly spaced.
LevelCarry carry_within(const MixedTable& table, const Groups& cells);

}  // namespace overhand::masking
