// What putting values back by rank takes from a rotation, given back: the means of the cells, those
// of the levels and the covariance of the table (docs/theory/cell_rotate.md).
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/masking/level_effects_internal.h"
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
  Indicators levels_before = {};    // in the original
  Indicators levels_after = {};     // in the masked table
};

// Twice: values are put back by rank; each cell gets its mean again; with L_Y and L_X what levels
// say of Y and X (`level_effects`) and S_Y and S_X the covariances of what they do not say, Y
// becomes L_X + (Y - L_Y) chol(S_Y)^-T chol(S_X)^T over all cells. All of it in standard
// deviations.
class Restoration {
 public:
  // Restores the scores of these cells, and learns how. The means of levels are given back with a
  // little chance (`blur`).
  Restoration(CellBlock& block, random::Stream& stream);

  // The same of other cells, by the curves, effects and maps that were learnt. O(n p (p + log
  // knots)).
  void restore(CellBlock& block) const;

 private:
  struct Step {
    std::vector<RankCurve> curves;  // from score to value, one for each column
    statistics::RowVector mean;     // of what was put back
    statistics::Matrix effects;     // of the levels on it
    statistics::Matrix map;         // chol(S_Y)^-T chol(S_X)^T
  };

  // What levels say and the covariance of the rest, of centred values.
  void exchange_moments(const Step& step, const Indicators& levels, statistics::Matrix& y) const;
  statistics::Matrix standardised(const statistics::Matrix& values) const;

  statistics::RowVector mean_;
  statistics::RowVector deviation_;
  statistics::Matrix effects_;  // of the levels, in the original
  std::vector<Step> steps_;
};

}  // namespace overhand::masking
