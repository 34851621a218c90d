// Sums of differences between masked records and their partners, of values or of ranks.
#pragma once

#include <cmath>
#include <span>

#include "overhand/statistics/blocks.h"
#include "overhand/utility/errors.h"

namespace overhand::utility {

// Sums by column: a record's columns lie side by side, and so do their sums.
struct ErrorSums {
  Reals absolute;
  Reals squared;
  Reals compared;  // how many cells

  ErrorSums& operator+=(const ErrorSums& other) {
    for (std::size_t j = 0; j < absolute.size(); ++j) {
      compared[j] += other.compared[j];
      absolute[j] += other.absolute[j];
      squared[j] += other.squared[j];
    }
    return *this;
  }
};

// Of the masked records of one block; cells are `p` columns a record.
template <class Cell>
ErrorSums error_sums(std::span<const Cell> original, std::span<const Cell> masked, std::size_t p,
                     Partners partners, statistics::Block block) {
  ErrorSums sums{Reals(p), Reals(p), Reals(p, static_cast<double>(block.end - block.begin))};
  double* absolute = sums.absolute.data();
  double* squared = sums.squared.data();
  for (std::size_t i = block.begin; i < block.end; ++i) {
    const Cell* x = original.data() + partners[i] * p;
    const Cell* m = masked.data() + i * p;
    for (std::size_t j = 0; j < p; ++j) {
      const double difference = x[j] - m[j];
      absolute[j] += std::abs(difference);
      squared[j] += difference * difference;
    }
  }
  return sums;
}

// The same where cells may be gaps: those pairs are left out.
template <class Cell, class IsGap>
ErrorSums error_sums_beside_gaps(std::span<const Cell> original, std::span<const Cell> masked,
                                 std::size_t p, Partners partners, statistics::Block block,
                                 const IsGap& is_gap) {
  ErrorSums sums{Reals(p), Reals(p), Reals(p)};
  for (std::size_t i = block.begin; i < block.end; ++i) {
    for (std::size_t j = 0; j < p; ++j) {
      const Cell x = original[partners[i] * p + j];
      const Cell m = masked[i * p + j];
      if (is_gap(x) || is_gap(m)) continue;
      const double difference = x - m;
      sums.absolute[j] += std::abs(difference);
      sums.squared[j] += difference * difference;
      sums.compared[j] += 1;
    }
  }
  return sums;
}

}  // namespace overhand::utility
