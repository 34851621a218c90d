// The design of the propensity model: intercept, columns, squares, products of the stacked and
// standardised tables. Rows are made when they are needed: 91 terms of 12 columns are seldom worth
// their memory.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "overhand/statistics/blocks.h"
#include "overhand/statistics/profile.h"

namespace overhand::utility {

using Eigen::Index;

// Beyond this many terms (44 columns or more) the products are left out: their cross-products alone
// would fill the memory, and a model with more terms than records tells anything apart.
constexpr Index most_terms_with_products = 1000;

class Quadratic {
 public:
  Quadratic(const statistics::Profile& original, const statistics::Profile& masked);

  Index rows() const { return columns_.rows(); }
  Index terms() const { return static_cast<Index>(terms_.size()); }
  bool has_products() const { return has_products_; }
  std::string name(Index term) const;
  double label(Index row) const { return row < originals_ ? 0 : 1; }
  Index originals() const { return originals_; }

  // Goes on without the terms that are not in `kept`.
  void keep(const std::vector<Index>& kept);

  // The given rows of the design, into the top of `design`.
  void fill(Eigen::MatrixXd& design, Index begin, Index count) const;

  // The stacked rows in parts that depend on their number alone.
  const std::vector<statistics::Block>& blocks() const { return blocks_; }

 private:
  static constexpr Index none = -1;
  struct Term {
    Index first = none;
    Index second = none;
  };

  std::vector<std::string> names_;
  Eigen::MatrixXd columns_;
  Index originals_;
  std::vector<Term> terms_;
  bool has_products_ = true;
  std::vector<statistics::Block> blocks_;
};

}  // namespace overhand::utility
