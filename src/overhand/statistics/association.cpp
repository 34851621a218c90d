#include "overhand/statistics/association.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "overhand/statistics/blocks.h"

namespace overhand::statistics {
namespace {

// A constant is its own mean: rounding must not give it a spread.
double exact_mean(const Reals& values) {
  const double first = values.front();
  if (std::ranges::all_of(values, [&](double value) { return value == first; })) return first;
  long double sum = 0;
  for (const double value : values) sum += value;
  return static_cast<double>(sum / static_cast<long double>(values.size()));
}

Eigen::VectorXd means_of(const std::vector<Reals>& columns) {
  Eigen::VectorXd means(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    means[static_cast<Eigen::Index>(j)] = exact_mean(columns[j]);
  }
  return means;
}

Eigen::MatrixXd centred_part(const std::vector<Reals>& columns, const Eigen::VectorXd& means,
                             Block block) {
  const auto rows = static_cast<Eigen::Index>(block.end - block.begin);
  Eigen::MatrixXd part(rows, means.size());
  for (Eigen::Index j = 0; j < means.size(); ++j) {
    const double* values = columns[static_cast<std::size_t>(j)].data() + block.begin;
    part.col(j) = Eigen::Map<const Eigen::VectorXd>(values, rows).array() - means[j];
  }
  return part;
}

// Of the records that have both values.
struct PairSums {
  double count = 0;
  double products = 0, a_squares = 0, b_squares = 0;  // of the deviations from the means

  double correlation() const {
    const double scale = std::sqrt(a_squares) * std::sqrt(b_squares);
    return scale > 0 ? std::clamp(products / scale, -1.0, 1.0) : 0;
  }
  double covariance() const { return count > 1 ? products / (count - 1) : 0; }
};

PairSums pair_sums(const Reals& a, const Reals& b) {
  const auto [first, second] = complete_pairs(a, b);
  if (first.empty()) return {};
  const double first_mean = exact_mean(first);
  const double second_mean = exact_mean(second);
  PairSums sums{static_cast<double>(first.size())};
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double x = first[i] - first_mean;
    const double y = second[i] - second_mean;
    sums.products += x * y;
    sums.a_squares += x * x;
    sums.b_squares += y * y;
  }
  return sums;
}

Related related_beside_gaps(const std::vector<Reals>& columns) {
  const std::size_t p = columns.size();
  Related result{{p, Reals(p * p)}, {p, Reals(p * p)}};
  parallel_for_each_index(p, [&](std::size_t a) {
    for (std::size_t b = a; b < p; ++b) {
      const PairSums sums = pair_sums(columns[a], columns[b]);
      result.covariance(a, b) = result.covariance(b, a) = sums.covariance();
      result.correlation(a, b) = result.correlation(b, a) = sums.correlation();
    }
  });
  return result;
}

}  // namespace

std::pair<Reals, Reals> complete_pairs(const Reals& a, const Reals& b) {
  std::pair<Reals, Reals> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (is_missing(a[i]) || is_missing(b[i])) continue;
    pairs.first.push_back(a[i]);
    pairs.second.push_back(b[i]);
  }
  return pairs;
}

Related related(const std::vector<Reals>& columns, bool have_gaps) {
  if (have_gaps || columns.empty()) return related_beside_gaps(columns);
  Square covariance = covariances(columns);
  Square correlation = correlations(covariance);
  return {std::move(covariance), std::move(correlation)};
}

Square covariances(const std::vector<Reals>& columns) {
  const std::size_t p = columns.size();
  const std::size_t rows = columns.front().size();
  const Eigen::VectorXd means = means_of(columns);
  const Eigen::MatrixXd products = sum_over_blocks(blocks_of(rows), [&](Block block) {
    const Eigen::MatrixXd part = centred_part(columns, means, block);
    return Eigen::MatrixXd(part.transpose() * part);
  });
  Square result{p, Reals(p * p)};
  for (std::size_t a = 0; a < p; ++a) {
    for (std::size_t b = 0; b < p; ++b) {
      const auto low = static_cast<Eigen::Index>(std::min(a, b));
      const auto high = static_cast<Eigen::Index>(std::max(a, b));
      result(a, b) = products(high, low) / static_cast<double>(rows - 1);
    }
  }
  return result;
}

Square correlations(const Square& covariances) {
  Square result{covariances.size, Reals(covariances.cells.size())};
  for (std::size_t a = 0; a < result.size; ++a) {
    for (std::size_t b = 0; b < result.size; ++b) {
      const double scale = std::sqrt(covariances(a, a)) * std::sqrt(covariances(b, b));
      if (scale > 0) result(a, b) = std::clamp(covariances(a, b) / scale, -1.0, 1.0);
    }
  }
  return result;
}

MeanAndLargest pair_differences(const Square& a, const Square& b) {
  MeanAndLargest result;
  const std::size_t pairs = a.size * (a.size - 1) / 2;
  for (std::size_t i = 0; i < a.size; ++i) {
    for (std::size_t j = i + 1; j < a.size; ++j) {
      const double difference = std::abs(a(i, j) - b(i, j));
      result.mean += difference / static_cast<double>(pairs);
      result.largest = std::max(result.largest, difference);
    }
  }
  return result;
}

}  // namespace overhand::statistics
