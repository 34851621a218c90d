// The rotation of one cell: numbers, and levels and gaps by the same rotation.
#pragma once

#include <span>
#include <vector>

#include "overhand/masking/level_carry_internal.h"
#include "overhand/masking/masked.h"
#include "overhand/masking/mixed_table_internal.h"
#include "overhand/masking/restoration_internal.h"
#include "overhand/random/stream.h"

namespace overhand::masking {

// What is rotated, and what is the same for all its cells.
struct RotationPlan {
  const MixedTable& original;
  const statistics::Matrix& values;  // its numbers on their own scale
  const LevelCarry& carry;
  bool is_exact;
  bool has_level_effects;
};

// Of few records for each level the means say who is in, and are not given back.
bool has_level_effects(const MixedTable& table);

// The records of some cells, one cell after the other.
struct Rotated {
  Rotated(std::size_t records, const MixedTable& table);

  statistics::Matrix values;     // of the numbers
  std::vector<Lineage> sources;  // of the levels: the row of its cell whose level each record takes
  Lineage donors;                // the largest donor of each record
};

// Rotates the cell of these rows into `rotated`, from `place` on.
void rotate_cell(const RotationPlan& plan, std::span<const Row> rows, random::Stream& stream,
                 std::size_t place, Rotated& rotated);

// Cells that lie in `rotated` from `place` on, for a restoration.
CellBlock block_of(const RotationPlan& plan, std::span<const Row> rows,
                   std::vector<std::size_t> starts, std::size_t place, const Rotated& rotated);

}  // namespace overhand::masking
