// Covariances and correlations between the columns of a table.
#pragma once

#include <span>
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

struct MeanAndLargest {
  double mean = 0;
  double largest = 0;
};

// Of |a - b| over the pairs of columns; 0 for a single column.
MeanAndLargest pair_differences(const Square& a, const Square& b);

}  // namespace overhand::statistics
