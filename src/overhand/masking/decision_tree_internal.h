// Decision trees of numbers ("anova" in rpart) and of levels ("class"), on numbers and levels.
//
// L. Breiman, J. Friedman, R. Olshen and C. Stone (1984), "Classification and Regression Trees".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::masking {

// Columns and, for each, the rows in ascending order of its values: sorted once for all trees. A
// level is its number.
struct SortedColumns {
  std::vector<Reals> values;
  std::vector<std::size_t> levels;  // how many a column has; 0: it is of numbers
  std::vector<std::vector<Row>> rows;
};
// All of numbers where `levels` is empty.
SortedColumns sort_columns(std::vector<Reals> values, std::vector<std::size_t> levels = {});

struct TreeLimits {
  std::size_t min_bucket;  // records in a leaf, at least; a node of under 3 times that is a leaf
  double cp;               // a split must remove more than this part of the root's impurity
  int max_depth = 30;
};

// A node splits at a value or by the levels of a column, or is a leaf with rows [begin, end) of the
// tree's rows.
struct TreeNode {
  bool is_leaf = true;
  std::uint32_t column = 0;
  double cut = 0;                      // left when the value is below
  std::uint32_t begin = 0;             // of a leaf's rows; of a split, the left child
  std::uint32_t end = 0;               // of a leaf's rows; of a split, the right child
  std::vector<char> left_levels = {};  // of a split by levels: which go left
};

struct DecisionTree {
  std::vector<TreeNode> nodes;  // the root first
  std::vector<Row> rows;

  // The rows in the leaf of a record, where value(column) is the record's value.
  template <class ValueOf>
  std::span<const Row> leaf_of(const ValueOf& value) const {
    const TreeNode* node = &nodes.front();
    while (!node->is_leaf) {
      const double found = value(node->column);
      const bool is_left = node->left_levels.empty()
                               ? found < node->cut
                               : node->left_levels[static_cast<std::size_t>(found)] != 0;
      node = &nodes[is_left ? node->begin : node->end];
    }
    return std::span(rows).subspan(node->begin, node->end - node->begin);
  }
};

// What a tree explains: the rows that have a value, and how many levels there are (0: numbers).
struct Explained {
  const Reals& values;
  std::size_t levels = 0;
  std::vector<char> is_there = {};  // empty: all rows
};

// The tree of `explained` on the columns `predictors`. Splits take away most of the squares about
// the means, or most of Gini's impurity. Cuts lie midway between neighbouring values; of equally
// good splits the first predictor's and its lowest cut is taken, as in rpart.
//
// Levels of a predictor are split in the order of the mean that they give to numbers, or of the
// share that they give to a level: one order is enough for two levels (Breiman et al., theorem
// 4.5); for more, the orders by each of the six commonest are tried, where rpart tries all subsets.
// A level that a node has not seen goes where more records went.
// O(n predictors depth): each predictor's order is handed down, never sorted again.
DecisionTree grow_tree(const SortedColumns& columns, std::span<const std::uint32_t> predictors,
                       const Explained& explained, const TreeLimits& limits);

}  // namespace overhand::masking
