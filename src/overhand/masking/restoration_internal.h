// What putting values back by rank takes from a rotation, given back: the means of the cells and
// the covariance of the table (docs/theory/cell_rotate.md).
#pragma once

#include <vector>

#include "overhand/masking/groups_internal.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {

// Whether there is no value, of each row; empty where all rows have one.
struct Gaps {
  std::vector<char> before;  // in the original
  std::vector<char> after;   // in the masked table
};

// Scores by whose ranks the values of `original` are to be put back, in place of `scores`, which
// has as many columns. Twice: values are put back; each cell gets its mean again; with S_Y and S_X
// the covariances, Y becomes Y chol(S_Y)^-T chol(S_X)^T over the table. In the original a gap holds
// the mean of what is there.
statistics::Matrix restored_scores(const statistics::Matrix& original, statistics::Matrix scores,
                                   const Groups& cells, const std::vector<Gaps>& gaps);

}  // namespace overhand::masking
