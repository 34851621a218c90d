#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <atomic>
#include <functional>

#include "overhand/core/parallel.h"
#include "overhand/masking/cell_cut_internal.h"
#include "overhand/masking/cells_internal.h"
#include "overhand/masking/masked.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {
namespace {

using statistics::Ordered;
using statistics::Vector;

using RowMatrix = Eigen::Matrix<Ordered, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Cell = Eigen::Ref<const RowMatrix>;
using Direction = Vector (*)(const Cell& cell);
using Place = CellCut (*)(std::span<const double> scores, std::size_t k);

Vector principal_direction(const Cell& cell) {
  return statistics::first_component(statistics::covariance(cell));
}

Vector widest_column(const Cell& cell) {
  Eigen::Index widest = 0;
  (cell.colwise().maxCoeff() - cell.colwise().minCoeff()).maxCoeff(&widest);
  return Vector::Unit(cell.cols(), widest);
}

CellCut half(std::span<const double> scores, std::size_t) { return {scores.size() / 2, false}; }

// The records, physically in the order of their cells, so that each cell lies together in memory.
class CellTree {
 public:
  // The points are freed before the first cut.
  CellTree(statistics::Matrix points, std::size_t k, Direction direction, Place place)
      : records_(points),
        rows_(same_rows(static_cast<std::size_t>(points.rows()))),
        is_end_(rows_.size() + 1),
        k_(k),
        direction_(direction),
        place_(place) {
    points.resize(0, 0);
    cut(0, rows_.size());
  }

  // Of all cuts those that lie in a valley, each with the records of its cell.
  double share_of_valleys() const {
    return cut_ == 0 ? 0 : static_cast<double>(cut_in_valleys_) / static_cast<double>(cut_);
  }

  Groups groups() && {
    Groups groups{std::move(rows_), {0}};
    for (std::size_t end = 1; end < is_end_.size(); ++end) {
      if (is_end_[end] != 0) groups.starts.push_back(end);
    }
    return groups;
  }

 private:
  void cut(std::size_t begin, std::size_t end) {
    constexpr std::size_t parallel_records = 4096;
    stop_if_cancelled();
    if (end - begin < 2 * k_) {
      is_end_[end] = 1;
      return;
    }
    const std::size_t middle = split(begin, end);
    if (end - begin < parallel_records) {
      cut(begin, middle);
      cut(middle, end);
    } else {
      const auto lower = [&] { cut(begin, middle); };
      const auto upper = [&] { cut(middle, end); };
      tbb::parallel_invoke(watched(lower), watched(upper));
      stop_if_cut_short();
    }
  }

  // Moves the lower part of the cell to its front; both parts keep their order, so that rows ascend
  // in every cell, and of equal scores the first rows are in the lower part.
  std::size_t split(std::size_t begin, std::size_t end) {
    const auto size = static_cast<Eigen::Index>(end - begin);
    auto cell = records_.middleRows(static_cast<Eigen::Index>(begin), size);
    const Reals scores = statistics::as_reals(cell * direction_(cell));
    const auto [lower, is_valley] = place_(scores, k_);
    cut_ += end - begin;
    cut_in_valleys_ += is_valley ? end - begin : 0;
    const double limit = ranked(scores, lower);
    auto equals = static_cast<std::ptrdiff_t>(lower) -
                  std::ranges::count_if(scores, [&](double score) { return score < limit; });
    const RowMatrix from = cell;
    const std::vector<Row> from_rows(&rows_[begin], &rows_[begin] + size);
    Eigen::Index low = 0;
    auto high = static_cast<Eigen::Index>(lower);
    for (Eigen::Index i = 0; i < size; ++i) {
      const bool is_low = scores[i] < limit || (scores[i] == limit && equals-- > 0);
      const Eigen::Index to = is_low ? low++ : high++;
      cell.row(to) = from.row(i);
      rows_[begin + to] = from_rows[i];
    }
    return begin + lower;
  }

  static double ranked(Reals scores, std::size_t rank) {
    const auto place = scores.begin() + static_cast<std::ptrdiff_t>(rank);
    std::ranges::nth_element(scores, place);
    return *place;
  }

  RowMatrix records_;
  std::vector<Row> rows_;
  std::vector<char> is_end_;  // of a cell; bytes, as cells end from several threads
  std::size_t k_;
  Direction direction_;
  Place place_;
  std::atomic<std::size_t> cut_ = 0;
  std::atomic<std::size_t> cut_in_valleys_ = 0;
};

}  // namespace

Groups principal_component_cells(statistics::Matrix points, std::size_t k) {
  return CellTree(std::move(points), k, principal_direction, best_cut).groups();
}

bool is_clustered(const statistics::Matrix& values, std::size_t k) {
  constexpr Eigen::Index most = 8192;
  constexpr double few = 0.2;
  if (values.cols() == 0) return false;
  const Eigen::Index step = (values.rows() + most - 1) / most;
  statistics::Matrix some((values.rows() + step - 1) / step, values.cols());
  for (Eigen::Index i = 0; i < some.rows(); ++i) some.row(i) = values.row(i * step);
  const CellTree tree(statistics::standardise(some), k, principal_direction, best_cut);
  return tree.share_of_valleys() >= few;
}

Groups mondrian_cells(const Table& table, std::size_t k) {
  return CellTree(statistics::standardise(statistics::as_matrix(table)), k, widest_column, half)
      .groups();
}

}  // namespace overhand::masking
