// The upper cuts of a tree of cells, learnt of a sample: they part a table into pieces of similar
// records.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "overhand/random/stream.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {

class PartTree {
 public:
  // How many points of the sample a part has at least and at most. The least wins.
  struct Sizes {
    std::size_t least;
    std::size_t most;
  };

  // Decides between records of equal score: uniform in (0, 1), a function of the record alone. So a
  // part can hold a share of records that are all alike.
  using Tie = std::function<double(std::size_t record)>;

  // Cuts along the first principal component, where cells are cut (cell_cut_internal.h).
  PartTree(const statistics::Matrix& sample, const Sizes& sizes, random::Stream& ties);

  std::size_t leaf_count() const { return leaves_; }

  // The part of each point: a function of its coordinates and its tie.
  std::vector<std::uint32_t> leaves_of(const statistics::Matrix& points, const Tie& tie) const;

  // Into which part each goes when those of fewer than k records join a neighbour.
  std::vector<std::uint32_t> joined(std::span<const std::size_t> counts, std::size_t k) const;

 private:
  struct Node {
    statistics::Vector direction;  // none of a leaf
    double limit = 0;
    double tie_limit = 0;
    std::size_t lower = 0;  // nodes
    std::size_t upper = 0;
    std::uint32_t first = 0;  // the first leaf below, and the end
    std::uint32_t end = 0;
  };
  struct Growing;
  struct Sorting;

  std::size_t grow(Growing& growing, std::size_t begin, std::size_t end);
  void sort(Sorting& sorting, std::size_t number, std::vector<std::uint32_t> records) const;

  std::vector<Node> nodes_;  // the root first
  std::uint32_t leaves_ = 0;
};

}  // namespace overhand::masking
