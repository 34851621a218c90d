#include <algorithm>
#include <cmath>

#include "overhand/core/parallel.h"
#include "overhand/masking/pppca_internal.h"
#include "overhand/statistics/median.h"
#include "overhand/statistics/moments.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::Ordered;
using statistics::Vector;

// Without the factor 1.4826, which changes no comparison.
double median_absolute_deviation(std::span<double> values) {
  const double centre = statistics::median_in_place(values);
  for (double& value : values) value = std::abs(value - centre);
  return statistics::median_in_place(values);
}

std::size_t count_below(std::span<const double> values, double bound) {
  std::size_t count = 0;
  for (const double value : values) count += static_cast<std::size_t>(value < bound);
  return count;
}

std::size_t count_near(std::span<const double> values, double centre, double distance) {
  std::size_t count = 0;
  for (const double value : values) {
    count += static_cast<std::size_t>(std::abs(value - centre) < distance);
  }
  return count;
}

// Whether the deviation is surely below `best`, by counting alone, which is many times faster than
// two medians. Bisection brackets the median; with it within slack of the centre,
// |x - median| <= |x - centre| + slack, so the deviation is below best when more than half of the
// |x - centre| are below best - slack.
bool is_surely_below(std::span<const double> values, double best) {
  constexpr int coarse = 2;  // enough for most candidates
  constexpr int fine = 7;
  const std::size_t half = values.size() / 2;
  double low = -best;
  double high = best;
  if (count_below(values, low) >= half || count_below(values, high) <= half) return false;
  for (int halving = 1; halving <= fine; ++halving) {
    const double middle = (low + high) / 2;
    const std::size_t below = count_below(values, middle);
    if (below == half) return false;  // between the two in the middle
    (below > half ? high : low) = middle;
    if (halving != coarse && halving != fine) continue;
    const double slack = (high - low) / 2;
    if (count_near(values, (low + high) / 2, best - slack) > half) return true;
  }
  return false;
}

struct Axis {
  double deviation = -1;
  Vector vector;  // empty when there is none
};

Vector direction_through(const Matrix& centred, Eigen::Index row) {
  const Vector difference = centred.row(row);
  const Ordered length = difference.norm();
  return length > 0 ? Vector(difference / length) : Vector();
}

struct Candidates {
  Eigen::Index begin;
  Eigen::Index end;
  Eigen::Index step = 1;
};

// The best of the candidates, if it is no worse than `floor`; of equals, the last.
Axis best_direction(const Matrix& centred, const Candidates& candidates, double floor) {
  Axis best{floor, {}};
  Reals projections(static_cast<std::size_t>(centred.rows()));
  for (Eigen::Index row = candidates.begin; row < candidates.end; row += candidates.step) {
    stop_if_cancelled();  // a look at all records
    Vector candidate = direction_through(centred, row);
    if (candidate.size() == 0) continue;
    statistics::scores_along(centred, candidate, projections);
    if (best.deviation > 0 && is_surely_below(projections, best.deviation)) continue;
    const double deviation = median_absolute_deviation(projections);
    if (deviation >= best.deviation) best = {deviation, std::move(candidate)};
  }
  return best;
}

Axis best_direction(const Matrix& centred, const Progress& progress) {
  constexpr Eigen::Index task_rows = 256;
  const Eigen::Index rows = centred.rows();
  std::vector<Axis> part(static_cast<std::size_t>((rows + task_rows - 1) / task_rows));
  // A few candidates first: most of the others are then passed over by counting.
  const double floor = best_direction(centred, {0, rows, rows / 32 + 1}, -1).deviation;
  Stage stage(progress, "seeking the component", part.size());
  parallel_for_each_index(part.size(), [&](std::size_t task) {
    const Eigen::Index begin = static_cast<Eigen::Index>(task) * task_rows;
    part[task] = best_direction(centred, {begin, std::min(begin + task_rows, rows)}, floor);
    stage.finish_part();
  });
  Axis best;
  for (Axis& direction : part) {
    if (direction.vector.size() > 0 && direction.deviation >= best.deviation) {
      best = std::move(direction);
    }
  }
  return best;
}

Matrix minus_medians(Matrix values) {
  for (auto column : values.colwise()) {
    Reals sorted = statistics::as_reals(column);
    column.array() -= Ordered(statistics::median_in_place(sorted));
  }
  return values;
}

}  // namespace

Result<Masked> pppca(const Table& original, const MicroaggregationOptions& options,
                     const Context& context) {
  if (auto problem = problem_with_microaggregation(original, options, "pppca"))
    return *std::move(problem);
  const Matrix centred = minus_medians(statistics::as_matrix(original));
  Axis best = best_direction(centred, context.progress);
  if (context.progress.cancelled()) return cancelled_error();
  if (best.vector.size() == 0) {
    return Error{ErrorKind::invalid_data,
                 "All records are equal, so there is no direction to sort them along."};
  }
  if (best.vector[0] < 0) best.vector = -best.vector;
  const Reals scores = statistics::scores_along(centred, best.vector);
  return with_group_means(original, consecutive_groups(statistics::stable_order(scores),
                                                       static_cast<std::size_t>(options.k)));
}

Method pppca_method() {
  return microaggregation_method(
      {.name = "pppca",
       .summary = "Average groups of k records in the order of a robust principal component",
       .reference = "Croux and Ruiz-Gazen (2005), J. Multivariate Analysis 95",
       .cost = Cost::quadratic},
      pppca);
}

}  // namespace overhand::masking
