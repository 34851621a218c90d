#include <algorithm>
#include <numeric>
#include <ranges>

#include "overhand/core/parallel.h"
#include "overhand/masking/cell_cut_internal.h"
#include "overhand/masking/part_tree_internal.h"
#include "overhand/random/uniform.h"
#include "overhand/table/row.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::Ordered;
using statistics::Vector;

// The records of `all` at `rows`, one row in memory after the other.
using Rows = Eigen::Matrix<Ordered, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Summed column by column in order, so that it is the same in whatever batch a record is.
double score_of(const Rows& points, std::uint32_t record, const Vector& direction) {
  Ordered sum = 0;
  for (Eigen::Index j = 0; j < points.cols(); ++j) sum += points(record, j) * direction[j];
  return double(sum);
}

}  // namespace

struct PartTree::Growing {
  const Rows points;
  const Sizes sizes;
  Reals ties;                        // of each record
  std::vector<std::uint32_t> order;  // records; those of a node lie together
  Reals scores;                      // of each record, on the direction of the node
};

// Some records, the first of which is the `first` of all.
struct PartTree::Sorting {
  const Rows points;
  const Tie& tie;
  std::size_t first;
  std::span<std::uint32_t> leaf_of;
};

PartTree::PartTree(const Matrix& sample, const Sizes& sizes, random::Stream& ties) {
  const auto records = static_cast<std::size_t>(sample.rows());
  Growing growing{sample, sizes, Reals(records), same_rows(records), Reals(records)};
  std::ranges::generate(growing.ties, [&] { return random::uniform(ties); });
  grow(growing, 0, records);
}

std::size_t PartTree::grow(Growing& growing, std::size_t begin, std::size_t end) {
  stop_if_cancelled();
  const std::size_t number = nodes_.size();
  nodes_.emplace_back().first = leaves_;
  const std::size_t size = end - begin;
  if (size <= growing.sizes.most || size < 2 * growing.sizes.least) {
    nodes_[number].end = ++leaves_;
    return number;
  }
  Node node;
  const auto records = std::span(growing.order).subspan(begin, size);
  Matrix own(static_cast<Eigen::Index>(size), growing.points.cols());
  for (std::size_t i = 0; i < size; ++i) own.row(i) = growing.points.row(records[i]);
  node.direction = statistics::first_component(statistics::covariance(own));
  Reals scores(size);
  for (std::size_t i = 0; i < size; ++i) {
    scores[i] = growing.scores[records[i]] = score_of(growing.points, records[i], node.direction);
  }
  const std::size_t lower = best_cut(scores, growing.sizes.least).lower;
  std::ranges::sort(records, {}, [&](std::uint32_t record) {
    return std::pair(growing.scores[record], growing.ties[record]);
  });
  const std::uint32_t below = records[lower - 1];
  const std::uint32_t above = records[lower];
  // Half way between the two, and where their scores are equal between their ties.
  const double low = growing.scores[below];
  const double high = growing.scores[above];
  node.limit = low + (high - low) / 2;
  node.tie_limit = (growing.ties[below] + growing.ties[above]) / 2;
  if (low < high) node.tie_limit = node.limit == low ? 1 : 0;
  node.first = nodes_[number].first;
  node.lower = grow(growing, begin, begin + lower);
  node.upper = grow(growing, begin + lower, end);
  node.end = leaves_;
  nodes_[number] = std::move(node);
  return number;
}

std::vector<std::uint32_t> PartTree::leaves_of(const Matrix& points, const Tie& tie) const {
  constexpr std::size_t in_cache = 4096;  // records, which every level of the tree looks at
  const auto records = static_cast<std::size_t>(points.rows());
  std::vector<std::uint32_t> leaf_of(records);
  for (std::size_t first = 0; first < records; first += in_cache) {
    const std::size_t count = std::min(in_cache, records - first);
    const auto own =
        points.middleRows(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(count));
    Sorting sorting{own, tie, first, std::span(leaf_of).subspan(first, count)};
    sort(sorting, 0, same_rows(count));
  }
  return leaf_of;
}

void PartTree::sort(Sorting& sorting, std::size_t number,
                    std::vector<std::uint32_t> records) const {
  const Node& node = nodes_[number];
  if (node.direction.size() == 0) {
    for (const std::uint32_t record : records) sorting.leaf_of[record] = node.first;
    return;
  }
  const auto is_upper = [&](std::uint32_t record) {
    const double score = score_of(sorting.points, record, node.direction);
    if (score != node.limit) return score > node.limit;
    return sorting.tie(sorting.first + record) >= node.tie_limit;
  };
  std::vector<std::uint32_t> upper;
  std::erase_if(records, [&](std::uint32_t record) {
    if (!is_upper(record)) return false;
    upper.push_back(record);
    return true;
  });
  sort(sorting, node.lower, std::move(records));
  sort(sorting, node.upper, std::move(upper));
}

// Nodes are numbered before those below them, so that backwards both parts of a node are settled
// before it: either all of its parts are empty or have k records, or one part has all it has.
std::vector<std::uint32_t> PartTree::joined(std::span<const std::size_t> counts,
                                            std::size_t k) const {
  std::vector<std::uint32_t> part_of = same_rows(leaves_);
  std::vector<std::size_t> sizes(counts.begin(), counts.end());
  const auto total = [&](const Node& node) {
    return std::accumulate(sizes.begin() + node.first, sizes.begin() + node.end, std::size_t{0});
  };
  const auto occupied = [&](const Node& node, bool is_first) {
    std::uint32_t leaf = is_first ? node.first : node.end - 1;
    while (sizes[leaf] == 0) leaf += is_first ? 1 : -1;
    return leaf;
  };
  for (const Node& node : std::views::reverse(nodes_)) {
    if (node.direction.size() == 0) continue;
    const Node& lower = nodes_[node.lower];
    const Node& upper = nodes_[node.upper];
    if (total(lower) == 0 || total(upper) == 0) continue;
    const bool is_lower_small = total(lower) < k;
    if (!is_lower_small && total(upper) >= k) continue;
    const std::uint32_t from = occupied(is_lower_small ? lower : upper, is_lower_small);
    const std::uint32_t to = occupied(is_lower_small ? upper : lower, is_lower_small);
    std::ranges::replace(part_of, from, to);
    sizes[to] += std::exchange(sizes[from], 0);
  }
  return part_of;
}

}  // namespace overhand::masking
