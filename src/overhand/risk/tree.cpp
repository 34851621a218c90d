#include <cmath>
#include <limits>
#include <nanoflann.hpp>

#include "overhand/core/stopping.h"
#include "overhand/risk/tree_internal.h"

namespace overhand::risk {
namespace {

// The points as nanoflann wants to see them. While it builds, in one thread, its questions are the
// only place to stop it.
struct Seen {
  const Points& points;
  bool is_building = true;
  mutable std::size_t questions = 0;

  std::size_t kdtree_get_point_count() const { return points.count(); }
  double kdtree_get_pt(Row row, std::size_t column) const {
    constexpr std::size_t between_stops = std::size_t{1} << 16;
    if (is_building && ++questions % between_stops == 0) stop_if_cancelled();
    return points[row][column];
  }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

using Metric = nanoflann::L2_Simple_Adaptor<double, Seen, double, Row>;
using KdTree = nanoflann::KDTreeSingleIndexAdaptor<Metric, Seen, -1, Row>;

// The result of a search, as nanoflann fills it: the nearest record alone. It is asked for its
// distance once in each leaf that is entered and once for each branch that is considered.
// NOLINTBEGIN(readability-identifier-naming): nanoflann's names
struct Found {
  using DistanceType = double;
  Row excluded;
  Neighbour nearest = {std::numeric_limits<double>::infinity(), Queries::none};
  double limit = nearest.distance;
  mutable std::size_t asked = 0;

  bool addPoint(double distance, Row row) {
    if (row == excluded || nearest < Neighbour{distance, row}) return true;
    nearest = {distance, row};
    limit = std::nextafter(distance, std::numeric_limits<double>::infinity());
    return true;
  }
  // Just above the smallest distance: nanoflann leaves out what is not below it, and of equally
  // near records the first one is wanted.
  double worstDist() const {
    ++asked;
    return limit;
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
  explicit Index(const Points& searched)
      : points{searched},
        tree(static_cast<int>(searched.dimensions()), points,
             nanoflann::KDTreeSingleIndexAdaptorParams(leaf_size)) {
    tree.buildIndex();
    points.is_building = false;
  }

  Found find(const Queries& queries, std::size_t k) const {
    Found found{queries.excluded(k)};
    tree.findNeighbors(found, queries.record(k).data(), nanoflann::SearchParams(0, slack, false));
    return found;
  }

  Seen points;
  KdTree tree;
};

Tree::Tree(const Points& points) : index_(std::make_unique<Index>(points)) {}
Tree::~Tree() = default;

Neighbour Tree::nearest(const Queries& queries, std::size_t k) const {
  return index_->find(queries, k).nearest;
}

double Tree::mean_visits(const Queries& queries) const {
  std::size_t asked = 0;
  for (std::size_t k = 0; k < queries.rows.size(); ++k) asked += index_->find(queries, k).asked;
  // About half of the questions come from leaves.
  return static_cast<double>(asked) * leaf_size / 2 / static_cast<double>(queries.rows.size());
}

}  // namespace overhand::risk
