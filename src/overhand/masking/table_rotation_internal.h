// All cells of a table, or of a part of one, rotated.
#pragma once

#include "overhand/core/progress.h"
#include "overhand/masking/cell_rotation_internal.h"
#include "overhand/masking/groups_internal.h"

namespace overhand::masking {

// The cells of a rotation, and where chance comes from.
struct CellsToRotate {
  const RotationPlan& plan;
  const Groups& groups;
  const random::Key& key;
};

// Of few records for each column the covariances say who is in: they are not given back. Who knows
// all but one column of a member of 500 x 20 guesses the last with a correlation of .18 where they
// are, and of 100 x 20 with .44.
bool can_be_restored(const MixedTable& table);

// What some cells, spread over all of them, teach about the restoration of all.
Restoration learnt_restoration(const CellsToRotate& cells, std::size_t some);

// Every cell rotated, and restored where a restoration is given.
Rotated rotate_cells(const CellsToRotate& cells, const Restoration* restoration,
                     const Progress& progress);

// Every cell rotated, and restored where that can be; beyond 2,000 cells the restoration is learnt
// on so many of them.
Rotated rotate_and_restore(const CellsToRotate& cells, const Progress& progress);

// The records of `table` as they were rotated, in the given order: levels, and numbers, which are
// missing where the record takes a gap; at the ranks of the rotated ones where they are to be.
Table released(const Table& table, const MixedTable& original, const Rotated& rotated,
               const Lineage& order, bool at_ranks);

}  // namespace overhand::masking
