#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/decision_tree_internal.h"
#include "overhand/masking/groups_internal.h"
#include "overhand/masking/tree_impurity_internal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

struct Split {
  double gain = 0;  // by how much the impurity falls
  std::size_t predictor = 0;
  double cut = 0;
  std::vector<char> left_levels = {};
};

// A part of the work: the records of a node lie at [begin, end) in the order of every predictor.
struct Part {
  std::uint32_t node;
  std::size_t begin;
  std::size_t end;
  int depth;
};

// Below b and not below a, even where rounding puts the middle on a.
double midway(double a, double b) {
  const double middle = a + (b - a) / 2;
  return middle > a ? middle : b;
}

template <class Impurity>
class Growing {
 public:
  Growing(const SortedColumns& columns, std::span<const std::uint32_t> predictors,
          const Explained& explained, Impurity impurity, const TreeLimits& limits)
      : columns_(columns),
        predictors_(predictors),
        impurity_(std::move(impurity)),
        limits_(limits),
        goes_left_(explained.values.size()),
        moved_(explained.values.size()) {
    for (const std::uint32_t predictor : predictors) {
      order_.push_back(columns.rows[predictor]);
      if (explained.is_there.empty()) continue;
      std::erase_if(order_.back(), [&](Row row) { return explained.is_there[row] == 0; });
    }
    least_gain_ = limits.cp * impurity_.impurity(order_.front());
  }

  DecisionTree tree() && {
    std::vector<Part> open = {{0, 0, order_.front().size(), 0}};
    tree_.nodes.emplace_back();
    while (!open.empty()) {
      stop_if_cancelled();
      const Part part = open.back();
      open.pop_back();
      grow(part, open);
    }
    tree_.rows = std::move(order_.front());
    return std::move(tree_);
  }

 private:
  bool is_of_levels(std::size_t q) const { return columns_.levels[predictors_[q]] > 0; }

  std::span<const Row> rows_of(const Part& part, std::size_t q) const {
    return std::span(order_[q]).subspan(part.begin, part.end - part.begin);
  }

  void grow(const Part& part, std::vector<Part>& open) {
    Split split = best_split(part);
    if (split.gain <= least_gain_) {
      tree_.nodes[part.node] = {true, 0, 0, static_cast<std::uint32_t>(part.begin),
                                static_cast<std::uint32_t>(part.end)};
      return;
    }
    const std::size_t middle = partition(part, split);
    const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.resize(tree_.nodes.size() + 2);
    tree_.nodes[part.node] = {false,    predictors_[split.predictor], split.cut, left,
                              left + 1, std::move(split.left_levels)};
    open.push_back({left + 1, middle, part.end, part.depth + 1});
    open.push_back({left, part.begin, middle, part.depth + 1});
  }

  Split best_split(const Part& part) {
    Split best;
    if (part.end - part.begin < 3 * limits_.min_bucket || part.depth >= limits_.max_depth) {
      return best;
    }
    impurity_.enter(rows_of(part, 0));
    for (std::size_t q = 0; q < predictors_.size(); ++q) {
      if (is_of_levels(q))
        improve_by_levels(part, q, best);
      else
        improve_by_cut(part, q, best);
    }
    return best;
  }

  void improve_by_cut(const Part& part, std::size_t q, Split& best) {
    const Reals& x = columns_.values[predictors_[q]];
    const Row* rows = order_[q].data();
    impurity_.start();
    double next = x[rows[part.begin]];
    for (std::size_t i = part.begin; i + limits_.min_bucket < part.end; ++i) {
      const double value = next;
      next = x[rows[i + 1]];
      impurity_.move_left(rows[i]);
      const std::size_t left = i + 1 - part.begin;
      if (value == next || left < limits_.min_bucket) continue;
      const double gain = impurity_.gain(left);
      if (gain > best.gain) best = {gain, q, midway(value, next)};
    }
  }

  // The levels of the node and their rows, which lie together.
  struct NodeLevels {
    std::vector<std::size_t> levels;
    LevelRows rows;
  };
  NodeLevels levels_in(const Part& part, std::size_t q) const {
    const Reals& x = columns_.values[predictors_[q]];
    const auto rows = rows_of(part, q);
    NodeLevels found;
    for (std::size_t begin = 0; begin < rows.size();) {
      std::size_t end = begin + 1;
      while (end < rows.size() && x[rows[end]] == x[rows[begin]]) ++end;
      found.levels.push_back(static_cast<std::size_t>(x[rows[begin]]));
      found.rows.push_back(rows.subspan(begin, end - begin));
      begin = end;
    }
    return found;
  }

  void improve_by_levels(const Part& part, std::size_t q, Split& best) {
    const NodeLevels node = levels_in(part, q);
    if (node.levels.size() < 2) return;
    for (const Reals& keys : impurity_.level_orders(node.rows)) {
      std::vector<std::size_t> order(node.levels.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i]; });
      improve_in_order(part, q, node, order, best);
    }
  }

  void improve_in_order(const Part& part, std::size_t q, const NodeLevels& node,
                        const std::vector<std::size_t>& order, Split& best) {
    const std::size_t size = part.end - part.begin;
    std::size_t left = 0;
    std::size_t best_count = 0;  // of levels that go left
    std::size_t best_left = 0;
    impurity_.start();
    for (std::size_t count = 1; count < order.size(); ++count) {
      for (const Row row : node.rows[order[count - 1]]) impurity_.move_left(row);
      left += node.rows[order[count - 1]].size();
      if (left < limits_.min_bucket || size - left < limits_.min_bucket) continue;
      const double gain = impurity_.gain(left);
      if (!(gain > best.gain)) continue;
      best = {gain, q, 0};
      best_count = count;
      best_left = left;
    }
    if (best_count == 0) return;
    best.left_levels.assign(columns_.levels[predictors_[q]],
                            static_cast<char>(2 * best_left > size));
    for (std::size_t i = 0; i < order.size(); ++i) {
      best.left_levels[node.levels[order[i]]] = static_cast<char>(i < best_count);
    }
  }

  // Moves the records that go left to the front in every order, and keeps the orders otherwise.
  std::size_t partition(const Part& part, const Split& split) {
    const Reals& x = columns_.values[predictors_[split.predictor]];
    for (const Row row : rows_of(part, 0)) {
      goes_left_[row] =
          split.left_levels.empty()
              ? static_cast<unsigned char>(x[row] < split.cut)
              : static_cast<unsigned char>(split.left_levels[static_cast<std::size_t>(x[row])]);
    }
    std::size_t middle = part.begin;
    for (auto& rows : order_) middle = partition_order(rows.data(), part);
    return middle;
  }

  std::size_t partition_order(Row* rows, const Part& part) {
    std::size_t left = part.begin;
    std::size_t right = 0;
    for (std::size_t i = part.begin; i < part.end; ++i) {  // without a branch to mispredict
      const Row row = rows[i];
      const std::size_t is_left = goes_left_[row];
      rows[left] = row;
      moved_[right] = row;
      left += is_left;
      right += 1 - is_left;
    }
    std::copy_n(moved_.begin(), right, rows + left);
    return left;
  }

  const SortedColumns& columns_;
  std::span<const std::uint32_t> predictors_;
  Impurity impurity_;
  TreeLimits limits_;
  double least_gain_ = 0;
  std::vector<std::vector<Row>> order_;  // of the rows, for each predictor
  std::vector<unsigned char> goes_left_;
  std::vector<Row> moved_;
  DecisionTree tree_;
};

}  // namespace

SortedColumns sort_columns(std::vector<Reals> values, std::vector<std::size_t> levels) {
  levels.resize(values.size());
  SortedColumns columns{std::move(values), std::move(levels), {}};
  columns.rows.resize(columns.values.size());
  parallel_for_each_index(columns.rows.size(), [&](std::size_t j) {
    columns.rows[j] = statistics::stable_order(columns.values[j]);
  });
  return columns;
}

DecisionTree grow_tree(const SortedColumns& columns, std::span<const std::uint32_t> predictors,
                       const Explained& explained, const TreeLimits& limits) {
  if (explained.levels == 0) {
    return Growing(columns, predictors, explained, Squares(explained.values), limits).tree();
  }
  return Growing(columns, predictors, explained, Gini(explained.values, explained.levels), limits)
      .tree();
}

}  // namespace overhand::masking
