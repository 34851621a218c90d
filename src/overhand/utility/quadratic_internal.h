// The design of the propensity model: intercept, effects, squares, products of the stacked and
// standardised tables. Of a large table rows are made when they are needed: 91 terms of 12 columns
// are not worth their memory.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <string>
#include <vector>

#include "overhand/statistics/blocks.h"
#include "overhand/utility/effects_internal.h"

namespace overhand::utility {

class Quadratic {
 public:
  Quadratic(const statistics::Profile& original, const statistics::Profile& masked);

  Index rows() const { return columns_.rows(); }
  Index terms() const { return static_cast<Index>(terms_.size()); }
  const Effects& effects() const { return effects_; }
  std::string name(Index term) const;
  double label(Index row) const { return row < originals_ ? 0 : 1; }
  Index originals() const { return originals_; }

  // Goes on without the terms that are not in `kept`.
  void keep(const std::vector<Index>& kept);

  // The given rows of the design, into the top of `design`.
  void fill(Eigen::MatrixXd& design, Index begin, Index count) const;

  // Calls work(first row, rows, their design on top of a matrix) for the strips of a block.
  template <class Work>
  void for_each_strip(statistics::Block block, const Work& work) const {
    Eigen::MatrixXd made(strips_.empty() ? strip : 0, terms());
    for (auto begin = static_cast<Index>(block.begin); begin < static_cast<Index>(block.end);
         begin += strip) {
      const Index count = std::min(strip, static_cast<Index>(block.end) - begin);
      if (strips_.empty()) fill(made, begin, count);
      work(begin, count, strips_.empty() ? made : strips_[static_cast<std::size_t>(begin / strip)]);
    }
  }

  // The stacked rows in parts that depend on their number alone.
  const std::vector<statistics::Block>& blocks() const { return blocks_; }

 private:
  static constexpr Index none = -1;
  static constexpr Index strip = 256;                 // rows of the design made at a time
  static constexpr Index most_held = Index{1} << 20;  // numbers: 8 MB
  void add_terms();
  void hold();

  struct Term {
    Index first = none;
    Index second = none;
  };

  Effects effects_;
  Eigen::MatrixXd columns_;
  Index originals_;
  std::vector<Term> terms_;
  std::vector<statistics::Block> blocks_;
  std::vector<Eigen::MatrixXd> strips_;  // the whole design, where it is small
};

}  // namespace overhand::utility
