#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/rank_curve_internal.h"
#include "overhand/random/normal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

using Eigen::Index;
using statistics::Matrix;

constexpr std::size_t knots = 1024;
constexpr int cells = 2048;  // of equal width, from the first argument to the last

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
  cells_per_unit_ = cells / (arguments_.back() - arguments_.front());
  first_in_cell_.assign(cells + 1, knots - 1);
  for (std::size_t i = knots; i-- > 0;) {
    first_in_cell_[cell_of(arguments_[i])] = static_cast<std::uint16_t>(i);
  }
  for (std::size_t cell = cells; cell-- > 0;) {
    first_in_cell_[cell] = std::min(first_in_cell_[cell], first_in_cell_[cell + 1]);
  }
}

// It never falls from one argument to a larger one: a knot in a cell before has a smaller argument.
std::size_t RankCurve::cell_of(double argument) const {
  const double cell = (argument - arguments_.front()) * cells_per_unit_;
  return cell < double{cells} ? static_cast<std::size_t>(cell) : cells - 1;
}

// The search, which is most of the work, is among the knots of one cell, and has no branch that
// could be foretold wrongly.
double RankCurve::at(double argument) const {
  if (argument < arguments_.front()) return values_.front();
  const std::size_t cell = cell_of(argument);
  const std::size_t first = first_in_cell_[cell];
  const double* below = arguments_.data() + (first > 0 ? first - 1 : 0);
  for (std::size_t count = arguments_.data() + first_in_cell_[cell + 1] + 1 - below; count > 1;) {
    const std::size_t half = count / 2;
    below += half * static_cast<std::size_t>(below[half] <= argument);
    count -= half;
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
