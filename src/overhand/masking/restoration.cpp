#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/restoration_internal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

using Eigen::Index;
using statistics::Matrix;
using statistics::Ordered;
using statistics::RowVector;

// Keeps the factors finite where columns determine each other.
constexpr double ridge = 1e-9;

Matrix factor_of(const Matrix& values) {
  Matrix covariance = statistics::covariance(values);
  covariance.diagonal().array() += Ordered(ridge);
  return covariance.llt().matrixL();
}

Reals sorted_values(const Matrix& standardised, Index column, const Gaps& gaps) {
  Reals values;
  values.reserve(static_cast<std::size_t>(standardised.rows()));
  for (Index i = 0; i < standardised.rows(); ++i) {
    const bool is_gap = !gaps.before.empty() && gaps.before[static_cast<std::size_t>(i)] != 0;
    if (!is_gap) values.push_back(double(standardised(i, column)));
  }
  std::ranges::sort(values);
  return values;
}

class Restoration {
 public:
  Restoration(const Matrix& original, const Groups& cells, const std::vector<Gaps>& gaps)
      : x_(statistics::standardise(original)),
        factor_(factor_of(x_)),
        cells_(cells),
        gaps_(gaps),
        sorted_(static_cast<std::size_t>(original.cols())) {
    parallel_for_each_index(sorted_.size(), [&](std::size_t j) {
      sorted_[j] = sorted_values(x_, static_cast<Index>(j), gaps_[j]);
    });
  }

  Matrix next(const Matrix& scores) const {
    Matrix y(scores.rows(), scores.cols());
    parallel_for_each_index(sorted_.size(), [&](std::size_t j) { put_back(scores, j, y); });
    give_means(y);
    const Matrix own = factor_of(y);
    const Matrix map = own.transpose().triangularView<Eigen::Upper>().solve(factor_.transpose());
    return statistics::product(statistics::centre(std::move(y)), map);
  }

 private:
  // Gaps hold the mean, which is 0.
  void put_back(const Matrix& scores, std::size_t j, Matrix& y) const {
    const auto column = static_cast<Index>(j);
    const auto& is_gap = gaps_[j].after;
    y.col(column).setZero();
    std::size_t rank = 0;
    for (const Row row : statistics::stable_order(statistics::as_reals(scores.col(column)))) {
      if (!is_gap.empty() && is_gap[row] != 0) continue;
      y(row, column) = sorted_[j][rank++];
    }
  }

  void give_means(Matrix& y) const {
    parallel_for_each_index(cells_.count(), [&](std::size_t number) {
      const auto rows = cells_.group(number);
      RowVector missed = RowVector::Zero(y.cols());
      for (const Row row : rows) missed += x_.row(row) - y.row(row);
      missed /= Ordered(static_cast<double>(rows.size()));
      for (const Row row : rows) y.row(row) += missed;
    });
  }

  Matrix x_;
  Matrix factor_;
  const Groups& cells_;
  const std::vector<Gaps>& gaps_;
  std::vector<Reals> sorted_;
};

}  // namespace

Matrix restored_scores(const Matrix& original, Matrix scores, const Groups& cells,
                       const std::vector<Gaps>& gaps) {
  constexpr int times = 4;
  if (scores.cols() == 0) return scores;
  const Restoration restoration(original, cells, gaps);
  for (int time = 0; time < times; ++time) {
    stop_if_cancelled();
    scores = restoration.next(scores);
  }
  return scores;
}

}  // namespace overhand::masking
