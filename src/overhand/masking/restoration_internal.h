// What putting values back by rank takes from a rotation, given back: the means of the cells and
// the covariance of the table (docs/theory/cell_rotate.md).
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/masking/rank_curve_internal.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {

// Whether there is no value, of each record; empty where all have one.
struct Gaps {
  std::vector<char> before;  // in the original
  std::vector<char> after;   // in the masked table
};

// Some cells, their records one after the other.
struct CellBlock {
  std::vector<std::size_t> starts;  // where each cell begins, and the end of the last
  statistics::Matrix original;      // a gap holds the mean of what is there
  statistics::Matrix scores;        // by whose ranks the values are to be put back
  std::vector<Gaps> gaps;           // of each column
};

// Twice: values are put back by rank; each cell gets its mean again; with S_Y and S_X the
// covariances, Y becomes Y chol(S_Y)^-T chol(S_X)^T over all cells. All of it in standard
// deviations.
class Restoration {
 public:
  // Restores the scores of these cells, and learns how.
  explicit Restoration(CellBlock& block);

  // The same of other cells, by the curves and the maps that were learnt. O(n p (p + log knots)).
  void restore(CellBlock& block) const;

 private:
  struct Step {
    std::vector<RankCurve> curves;  // from score to value, one for each column
    statistics::RowVector mean;     // of what was put back
    statistics::Matrix map;         // chol(S_Y)^-T chol(S_X)^T
  };

  statistics::Matrix standardised(const statistics::Matrix& values) const;

  statistics::RowVector mean_;
  statistics::RowVector deviation_;
  std::vector<Step> steps_;
};

}  // namespace overhand::masking
