// The groups of MDAV, for microaggregation and for the cells of cell_shuffle.
#pragma once

#include "overhand/core/progress.h"
#include "overhand/masking/groups_internal.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// While 3k or more records are left: a group of the k nearest to the record farthest from the
// centroid, another of the k nearest to the record farthest from that one. Of 2k to 3k-1 left, one
// such group; the rest is the last group. Distances are Euclidean with each column divided by its
// standard deviation (a constant column as it is). Of records equally far, the first in row order
// is the farthest, and the last in row order the nearest: sdcMicro's rule.
// Fails only when cancelled.
Result<Groups> mdav_groups(const Table& table, std::size_t k, const Progress& progress);

}  // namespace overhand::masking
