// How far the values of some records are from those of all.
#pragma once

#include <span>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::keys {

// How often a value occurs.
struct ValueTimes {
  std::size_t value;  // its number
  std::size_t times;
};

// Of values without an order: half the sum of the differences of shares.
class TotalVariation {
 public:
  explicit TotalVariation(std::span<const std::size_t> counts);
  double from_all(std::span<const ValueTimes> values) const;

 private:
  Reals shares_;
};

// Of values numbered in their order: what it takes to move the one distribution into the other,
// a step from value to value taken as 1/(m - 1) of the way from the first to the last.
class EarthMover {
 public:
  explicit EarthMover(std::span<const std::size_t> counts);
  // The values ascend.
  double from_all(std::span<const ValueTimes> values) const;

 private:
  // The sum of |level - share of all up to a value| over the values from first to before end.
  double gap_between(double level, std::size_t first, std::size_t end) const;

  Reals below_;       // the share of all up to each value
  Reals sums_ = {0};  // of below_, up to before each
};

}  // namespace overhand::keys
