#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/restoration_internal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

using Eigen::Index;
using statistics::Matrix;
using statistics::RowVector;

constexpr double ridge = 1e-9;

bool is_flagged(const std::vector<char>& flags, Index record) {
  return !flags.empty() && flags[static_cast<std::size_t>(record)] != 0;
}

Reals sorted_values(const Eigen::Ref<const statistics::Vector>& values, const Gaps& gaps) {
  Reals sorted;
  sorted.reserve(static_cast<std::size_t>(values.size()));
  for (Index i = 0; i < values.size(); ++i) {
    if (!is_flagged(gaps.before, i)) sorted.push_back(double(values[i]));
  }
  statistics::sort_ascending(sorted);
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

// A gap is given 0, the mean.
void follow(const RankCurve& curve, const std::vector<char>& is_gap,
            Eigen::Ref<statistics::Vector> scores) {
  for (Index i = 0; i < scores.size(); ++i) {
    scores[i] = curve.is_empty() || is_flagged(is_gap, i) ? 0 : curve.at(double(scores[i]));
  }
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

// The covariance factor of what levels do not say.
Matrix factor_of_rest(const Indicators& levels, const Matrix& effects, Matrix values) {
  add_effects(levels, effects, -1, values);
  return statistics::covariance_factor(values, ridge);
}

}  // namespace

Restoration::Restoration(CellBlock& block, random::Stream& stream)
    : mean_(block.original.colwise().mean()), deviation_(block.original.cols()) {
  constexpr int times = 2;
  const auto columns = static_cast<std::size_t>(block.original.cols());
  for (Index j = 0; j < deviation_.size(); ++j) {
    const double deviation =
        statistics::standard_deviation(statistics::as_reals(block.original.col(j)));
    deviation_[j] = deviation > 0 ? deviation : 1;
  }
  const Matrix x = standardised(block.original);
  effects_ = level_effects(block.levels_before, x);
  const Matrix factor = factor_of_rest(block.levels_before, effects_, x);
  blur(block.levels_before, stream, effects_);
  std::vector<Reals> sorted(columns);
  parallel_for_each_index(columns, [&](std::size_t j) {
    sorted[j] = sorted_values(x.col(static_cast<Index>(j)), block.gaps[j]);
  });
  Matrix& y = block.scores;
  for (int time = 0; time < times; ++time) {
    stop_if_cancelled();
    Step step{std::vector<RankCurve>(columns), {}, {}, {}};
    parallel_for_each_index(columns, [&](std::size_t j) {
      step.curves[j] = put_back(sorted[j], block.gaps[j], y.col(static_cast<Index>(j)));
    });
    give_means(block.starts, x, RowVector::Zero(y.cols()), y);
    step.mean = y.colwise().mean();
    y = statistics::centre(std::move(y));
    step.effects = level_effects(block.levels_after, y);
    step.map = statistics::map_between(factor_of_rest(block.levels_after, step.effects, y), factor);
    exchange_moments(step, block.levels_after, y);
    steps_.push_back(std::move(step));
  }
}

void Restoration::restore(CellBlock& block) const {
  const Matrix x = standardised(block.original);
  Matrix& y = block.scores;
  for (const Step& step : steps_) {
    for (Index j = 0; j < y.cols(); ++j) {
      const auto column = static_cast<std::size_t>(j);
      follow(step.curves[column], block.gaps[column].after, y.col(j));
    }
    give_means(block.starts, x, -step.mean, y);
    exchange_moments(step, block.levels_after, y);
  }
}

void Restoration::exchange_moments(const Step& step, const Indicators& levels, Matrix& y) const {
  add_effects(levels, step.effects, -1, y);
  y = statistics::product(y, step.map);
  add_effects(levels, effects_, 1, y);
}

Matrix Restoration::standardised(const Matrix& values) const {
  return (values.rowwise() - mean_).array().rowwise() / deviation_.array();
}

}  // namespace overhand::masking
