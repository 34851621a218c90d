#include <limits>
#include <nanoflann.hpp>

#include "overhand/core/stopping.h"
#include "overhand/risk/tree_internal.h"

namespace overhand::risk {
namespace {

// The original records as nanoflann wants to see them. While it builds, in one thread, its
// questions are the only place to stop it.
struct Points {
  const statistics::Profile& profile;
  bool is_building = true;
  mutable std::size_t questions = 0;

  std::size_t kdtree_get_point_count() const { return profile.row_count(); }
  double kdtree_get_pt(Row row, std::size_t column) const {
    constexpr std::size_t between_stops = std::size_t{1} << 16;
    if (is_building && ++questions % between_stops == 0) stop_if_cancelled();
    return profile.standardised_record(row)[column];
  }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

using Metric = nanoflann::L2_Simple_Adaptor<double, Points, double, Row>;
using KdTree = nanoflann::KDTreeSingleIndexAdaptor<Metric, Points, -1, Row>;

// The result of a search, as nanoflann fills it: the smallest distance alone. It is asked for that
// once in each leaf that is entered and once for each branch that is considered.
// NOLINTBEGIN(readability-identifier-naming): nanoflann's names
struct Smallest {
  using DistanceType = double;
  double distance = std::numeric_limits<double>::infinity();
  mutable std::size_t asked = 0;

  bool addPoint(double candidate, Row) {
    if (candidate < distance) distance = candidate;
    return true;
  }
  double worstDist() const {
    ++asked;
    return distance;
  }
  bool full() const { return true; }
  std::size_t size() const { return 1; }
};
// NOLINTEND(readability-identifier-naming)

// Negative: a branch is left out only when it is farther by more than any rounding of its bound.
constexpr float slack = -1e-6F;
constexpr std::size_t leaf_size = 16;

}  // namespace

struct Tree::Index {
  explicit Index(const statistics::Profile& original)
      : points{original},
        tree(static_cast<int>(original.column_count()), points,
             nanoflann::KDTreeSingleIndexAdaptorParams(leaf_size)) {
    tree.buildIndex();
    points.is_building = false;
  }
  Points points;
  KdTree tree;
};

Tree::Tree(const statistics::Profile& original) : index_(std::make_unique<Index>(original)) {}
Tree::~Tree() = default;

double Tree::nearest(std::span<const double> record) const {
  Smallest smallest;
  index_->tree.findNeighbors(smallest, record.data(), nanoflann::SearchParams(0, slack, false));
  return smallest.distance;
}

double Tree::mean_visits(const statistics::Profile& masked, std::span<const Row> rows) const {
  std::size_t asked = 0;
  for (const Row row : rows) {
    Smallest smallest;
    index_->tree.findNeighbors(smallest, masked.standardised_record(row).data(),
                               nanoflann::SearchParams(0, slack, false));
    asked += smallest.asked;
  }
  // About half of the questions come from leaves.
  return static_cast<double>(asked) * leaf_size / 2 / static_cast<double>(rows.size());
}

}  // namespace overhand::risk
