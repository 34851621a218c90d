#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/rank_curve_internal.h"
#include "overhand/random/normal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

using Eigen::Index;
using statistics::Matrix;

// A power of two, for the search.
constexpr std::size_t knots = 1024;

// Phi^-1 of the average rank of each, less a half, by their number.
Reals normal_scores(const Reals& sorted) {
  Reals scores(sorted.size());
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    const auto end = std::upper_bound(begin, sorted.end(), *begin);
    const auto first = begin - sorted.begin();
    const auto last = end - sorted.begin();
    const double share = static_cast<double>(first + last) / 2 / static_cast<double>(sorted.size());
    std::fill(scores.begin() + first, scores.begin() + last, random::normal_quantile(share));
    begin = end;
  }
  return scores;
}

}  // namespace

RankCurve::RankCurve(const Reals& arguments, const Reals& values) {
  if (arguments.empty()) return;
  for (std::size_t i = 0; i < knots; ++i) {
    const std::size_t place = i * (arguments.size() - 1) / (knots - 1);
    arguments_.push_back(arguments[place]);
    values_.push_back(values[place]);
  }
}

// The search has no branch that could be foretold wrongly: it is most of the work.
double RankCurve::at(double argument) const {
  const double* below = arguments_.data();
  for (std::size_t step = knots / 2; step > 0; step /= 2) {
    below += step * static_cast<std::size_t>(below[step] <= argument);
  }
  const auto place = static_cast<std::size_t>(below - arguments_.data());
  if (argument <= *below || place + 1 == knots) return values_[place];
  const double share = (argument - *below) / (below[1] - *below);
  return values_[place] + share * (values_[place + 1] - values_[place]);
}

HalfWayToNormal::HalfWayToNormal(const Matrix& values)
    : scale_(values), curves_(static_cast<std::size_t>(values.cols())) {
  constexpr std::size_t most_sampled = 65536;
  parallel_for_each_index(curves_.size(), [&](std::size_t column) {
    const auto j = static_cast<Index>(column);
    const statistics::Vector standardised =
        (values.col(j).array() - scale_.mean[j]) / scale_.deviation[j];
    const Reals own = statistics::as_reals(standardised);
    const Reals sample = statistics::sorted_sample(own, most_sampled);
    curves_[column] = RankCurve(sample, normal_scores(sample));
  });
}

Matrix HalfWayToNormal::of(Matrix values) const {
  Matrix scaled = scale_.of(std::move(values));
  parallel_for_each_index(curves_.size(), [&](std::size_t j) {
    for (auto& value : scaled.col(static_cast<Index>(j))) {
      value = (double(value) + curves_[j].at(double(value))) / 2;
    }
  });
  return scaled;
}

}  // namespace overhand::masking
