// A curve through values of ascending order, straight between its knots.
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/statistics/moments.h"

namespace overhand::masking {

class RankCurve {
 public:
  RankCurve() = default;
  // Both ascending and of one size. 1,024 knots, evenly spaced by rank.
  RankCurve(const Reals& arguments, const Reals& values);

  bool is_empty() const { return arguments_.empty(); }
  double at(double argument) const;

 private:
  std::size_t cell_of(double argument) const;

  Reals arguments_;
  Reals values_;
  double cells_per_unit_ = 0;
  std::vector<std::uint16_t> first_in_cell_;  // the first knot of each cell, or of those behind it
};

// Each column on a scale half way between its own, standardised, and that of normal scores: an
// outlier stays one, and does not stretch the cell that it is in. Normal scores by the average
// ranks of at most 65,536 of its values.
class HalfWayToNormal {
 public:
  explicit HalfWayToNormal(const statistics::Matrix& values);

  // Of these or of others of the same columns.
  statistics::Matrix of(statistics::Matrix values) const;

 private:
  statistics::Scale scale_;
  std::vector<RankCurve> curves_;
};

}  // namespace overhand::masking
