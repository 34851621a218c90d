#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/groups_internal.h"
#include "overhand/masking/regression_tree_internal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

struct Split {
  double gain = 0;  // by how much the sum of squares about the means falls
  std::size_t predictor = 0;
  double cut = 0;
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

class Growing {
 public:
  Growing(const SortedColumns& columns, std::span<const std::uint32_t> predictors,
          std::uint32_t response, const TreeLimits& limits)
      : columns_(columns),
        predictors_(predictors),
        response_(columns.values[response]),
        limits_(limits),
        goes_left_(response_.size()),
        moved_(response_.size()) {
    for (const std::uint32_t predictor : predictors) order_.push_back(columns.rows[predictor]);
    least_gain_ = limits.cp * squares(0, response_.size());
  }

  RegressionTree tree() && {
    std::vector<Part> open = {{0, 0, response_.size(), 0}};
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
  double mean(std::size_t begin, std::size_t end) const {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += response_[order_[0][i]];
    return sum / static_cast<double>(end - begin);
  }

  double squares(std::size_t begin, std::size_t end) const {
    const double centre = mean(begin, end);
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const double difference = response_[order_[0][i]] - centre;
      sum += difference * difference;
    }
    return sum;
  }

  void grow(const Part& part, std::vector<Part>& open) {
    const Split split = best_split(part);
    if (split.gain <= least_gain_) {
      tree_.nodes[part.node] = {true, 0, 0, static_cast<std::uint32_t>(part.begin),
                                static_cast<std::uint32_t>(part.end)};
      return;
    }
    const std::size_t middle = partition(part, split);
    const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.resize(tree_.nodes.size() + 2);
    tree_.nodes[part.node] = {false, predictors_[split.predictor], split.cut, left, left + 1};
    open.push_back({left + 1, middle, part.end, part.depth + 1});
    open.push_back({left, part.begin, middle, part.depth + 1});
  }

  Split best_split(const Part& part) const {
    Split best;
    if (part.end - part.begin < 3 * limits_.min_bucket || part.depth >= limits_.max_depth) {
      return best;
    }
    const double centre = mean(part.begin, part.end);
    for (std::size_t q = 0; q < predictors_.size(); ++q) improve_split(part, q, centre, best);
    return best;
  }

  // With S the sum of the centred responses on the left, the squares fall by S^2/n_l + S^2/n_r.
  void improve_split(const Part& part, std::size_t q, double centre, Split& best) const {
    const Reals& x = columns_.values[predictors_[q]];
    const Row* rows = order_[q].data();
    const auto all = static_cast<double>(part.end - part.begin);
    double sum = 0;
    double next = x[rows[part.begin]];
    for (std::size_t i = part.begin; i + limits_.min_bucket < part.end; ++i) {
      const double value = next;
      next = x[rows[i + 1]];
      sum += response_[rows[i]] - centre;
      const std::size_t left = i + 1 - part.begin;
      if (value == next || left < limits_.min_bucket) continue;
      const auto weight = static_cast<double>(left);
      const double gain = sum * sum * (all / (weight * (all - weight)));
      if (gain > best.gain) best = {gain, q, midway(value, next)};
    }
  }

  // Moves the records left of the cut to the front in every order, and keeps the orders otherwise.
  std::size_t partition(const Part& part, const Split& split) {
    const Reals& x = columns_.values[predictors_[split.predictor]];
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const Row row = order_[0][i];
      goes_left_[row] = static_cast<unsigned char>(x[row] < split.cut);
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
  const Reals& response_;
  TreeLimits limits_;
  double least_gain_ = 0;
  std::vector<std::vector<Row>> order_;  // of the rows, for each predictor
  std::vector<unsigned char> goes_left_;
  std::vector<Row> moved_;
  RegressionTree tree_;
};

}  // namespace

SortedColumns sort_columns(std::vector<Reals> values) {
  SortedColumns columns{std::move(values), {}};
  columns.rows.resize(columns.values.size());
  parallel_for_each_index(columns.rows.size(), [&](std::size_t j) {
    columns.rows[j] = statistics::stable_order(columns.values[j]);
  });
  return columns;
}

RegressionTree grow_tree(const SortedColumns& columns, std::span<const std::uint32_t> predictors,
                         std::uint32_t response, const TreeLimits& limits) {
  return Growing(columns, predictors, response, limits).tree();
}

}  // namespace overhand::masking
