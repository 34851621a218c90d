// A regression tree that splits to reduce variance: what rpart calls "anova".
//
// L. Breiman, J. Friedman, R. Olshen and C. Stone (1984), "Classification and Regression Trees".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::masking {

// Columns and, for each, the rows in ascending order of its values: sorted once for all trees.
struct SortedColumns {
  std::vector<Reals> values;
  std::vector<std::vector<Row>> rows;
};
SortedColumns sort_columns(std::vector<Reals> values);

struct TreeLimits {
  std::size_t min_bucket;  // records in a leaf, at least; a node of under 3 times that is a leaf
  double cp;               // a split must remove more than this part of the root's squares
  int max_depth = 30;
};

// A node splits at a value of a column, or is a leaf with rows [begin, end) of the tree's rows.
struct TreeNode {
  bool is_leaf = true;
  std::uint32_t column = 0;
  double cut = 0;           // left when the value is below
  std::uint32_t begin = 0;  // of a leaf's rows; of a split, the left child
  std::uint32_t end = 0;    // of a leaf's rows; of a split, the right child
};

struct RegressionTree {
  std::vector<TreeNode> nodes;  // the root first
  std::vector<Row> rows;

  // The rows in the leaf of a record, where value(column) is the record's value.
  template <class ValueOf>
  std::span<const Row> leaf_of(const ValueOf& value) const {
    std::uint32_t node = 0;
    while (!nodes[node].is_leaf) {
      node = value(nodes[node].column) < nodes[node].cut ? nodes[node].begin : nodes[node].end;
    }
    return std::span(rows).subspan(nodes[node].begin, nodes[node].end - nodes[node].begin);
  }
};

// The tree of column `response` on the columns `predictors`. Cuts lie midway between neighbouring
// values; of equally good splits the first predictor's and its lowest cut is taken, as in rpart.
// O(n predictors depth): each predictor's order is handed down, never sorted again.
RegressionTree grow_tree(const SortedColumns& columns, std::span<const std::uint32_t> predictors,
                         std::uint32_t response, const TreeLimits& limits);

}  // namespace overhand::masking
