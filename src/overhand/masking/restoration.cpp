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

bool is_flagged(const std::vector<char>& flags, Index record) {
  return !flags.empty() && flags[static_cast<std::size_t>(record)] != 0;
}

Reals sorted_values(const Eigen::Ref<const statistics::Vector>& values, const Gaps& gaps) {
  Reals sorted;
  sorted.reserve(static_cast<std::size_t>(values.size()));
  for (Index i = 0; i < values.size(); ++i) {
    if (!is_flagged(gaps.before, i)) sorted.push_back(double(values[i]));
  }
  std::ranges::sort(sorted);
  return sorted;
}

// Puts the values back by the ranks of the scores, and says how. Gaps hold the mean, which is 0.
RankCurve put_back(const Reals& values, const Gaps& gaps, Eigen::Ref<statistics::Vector> scores) {
  const Reals given = statistics::as_reals(scores);
  scores.setZero();
  Reals ascending;
  ascending.reserve(values.size());
  for (const Row row : statistics::stable_order(given)) {
    if (is_flagged(gaps.after, row)) continue;
    scores[row] = values[ascending.size()];
    ascending.push_back(given[row]);
  }
  return {ascending, values};
}

// Each cell moved to the mean of its originals, and all of it by `shift`.
void give_means(const std::vector<std::size_t>& starts, const Matrix& original,
                const RowVector& shift, Matrix& values) {
  for (std::size_t cell = 0; cell + 1 < starts.size(); ++cell) {
    const auto begin = static_cast<Index>(starts[cell]);
    const Index size = static_cast<Index>(starts[cell + 1]) - begin;
    for (Index j = 0; j < values.cols(); ++j) {
      auto own = values.col(j).segment(begin, size);
      own.array() += (original.col(j).segment(begin, size) - own).mean() + shift[j];
    }
  }
}

// A power of two, for the search.
constexpr std::size_t knots = 1024;

}  // namespace

RankCurve::RankCurve(const Reals& scores, const Reals& values) {
  if (scores.empty()) return;
  for (std::size_t i = 0; i < knots; ++i) {
    const std::size_t at = i * (scores.size() - 1) / (knots - 1);
    scores_.push_back(scores[at]);
    values_.push_back(values[at]);
  }
}

// The search has no branch that could be foretold wrongly: it is most of the work.
double RankCurve::value_at(double score) const {
  const double* below = scores_.data();
  for (std::size_t step = knots / 2; step > 0; step /= 2) {
    below += step * static_cast<std::size_t>(below[step] <= score);
  }
  const auto at = static_cast<std::size_t>(below - scores_.data());
  if (score <= *below || at + 1 == knots) return values_[at];
  const double share = (score - *below) / (below[1] - *below);
  return values_[at] + share * (values_[at + 1] - values_[at]);
}

void RankCurve::put_back(Eigen::Ref<statistics::Vector> scores,
                         const std::vector<char>& is_gap) const {
  for (Index i = 0; i < scores.size(); ++i) {
    scores[i] = scores_.empty() || is_flagged(is_gap, i) ? 0 : value_at(double(scores[i]));
  }
}

Restoration::Restoration(CellBlock& block)
    : mean_(block.original.colwise().mean()), deviation_(block.original.cols()) {
  constexpr int times = 4;
  const auto columns = static_cast<std::size_t>(block.original.cols());
  for (Index j = 0; j < deviation_.size(); ++j) {
    const double deviation =
        statistics::standard_deviation(statistics::as_reals(block.original.col(j)));
    deviation_[j] = deviation > 0 ? deviation : 1;
  }
  const Matrix x = standardised(block.original);
  const Matrix factor = factor_of(x);
  std::vector<Reals> sorted(columns);
  parallel_for_each_index(columns, [&](std::size_t j) {
    sorted[j] = sorted_values(x.col(static_cast<Index>(j)), block.gaps[j]);
  });
  Matrix& y = block.scores;
  for (int time = 0; time < times; ++time) {
    stop_if_cancelled();
    Step step{std::vector<RankCurve>(columns), {}, {}};
    parallel_for_each_index(columns, [&](std::size_t j) {
      step.curves[j] = masking::put_back(sorted[j], block.gaps[j], y.col(static_cast<Index>(j)));
    });
    give_means(block.starts, x, RowVector::Zero(y.cols()), y);
    const Matrix own = factor_of(y);
    step.mean = y.colwise().mean();
    step.map = own.transpose().triangularView<Eigen::Upper>().solve(factor.transpose());
    y = statistics::product(statistics::centre(std::move(y)), step.map);
    steps_.push_back(std::move(step));
  }
}

void Restoration::restore(CellBlock& block) const {
  const Matrix x = standardised(block.original);
  Matrix& y = block.scores;
  for (const Step& step : steps_) {
    for (Index j = 0; j < y.cols(); ++j) {
      const auto column = static_cast<std::size_t>(j);
      step.curves[column].put_back(y.col(j), block.gaps[column].after);
    }
    give_means(block.starts, x, -step.mean, y);
    y = statistics::product(y, step.map);
  }
}

Matrix Restoration::standardised(const Matrix& values) const {
  return (values.rowwise() - mean_).array().rowwise() / deviation_.array();
}

}  // namespace overhand::masking
