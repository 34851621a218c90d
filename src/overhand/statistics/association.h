// Covariances and correlations between the columns of a table.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::statistics {

// A symmetric p x p matrix, row after row.
struct Square {
  std::size_t size = 0;
  Reals cells = {};

  double operator()(std::size_t a, std::size_t b) const { return cells[a * size + b]; }
  double& operator()(std::size_t a, std::size_t b) { return cells[a * size + b]; }
};

// Divisor n - 1.
Square covariances(const std::vector<Reals>& columns);

// 0 where a column is constant.
Square correlations(const Square& covariances);

// The values of two columns in the records that have both.
std::pair<Reals, Reals> complete_pairs(const Reals& a, const Reals& b);

// Both, over the records in which both values are there: a missing real is a gap.
struct Related {
  Square covariance;
  Square correlation;
};
Related related(const std::vector<Reals>& columns, bool have_gaps);

struct MeanAndLargest {
  double mean = 0;
  double largest = 0;
};

// Of |a - b| over the pairs of columns; 0 for a single column.
MeanAndLargest pair_differences(const Square& a, const Square& b);

}  // namespace overhand::statistics
