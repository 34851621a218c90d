#include "overhand/utility/pil.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "overhand/statistics/blocks.h"

namespace overhand::utility {
namespace {

using statistics::Square;

constexpr std::size_t quantile_count = 19;
double quantile_level(std::size_t q) { return 0.05 + static_cast<double>(q) * 0.05; }

// The loss of one statistic. Without variance any difference is beyond chance, unless it is what
// rounding leaves of none: `unit` is the statistic's natural size.
double loss_of(double difference, double variance, double unit) {
  constexpr double rounding = 1e-10;
  const double distance = std::abs(difference);
  if (distance == 0) return 0;
  if (!(variance > 0)) return distance <= rounding * unit ? 0 : 1;
  return std::erf(distance / std::sqrt(variance) / std::numbers::sqrt2);  // 2 (Phi(z) - 1/2)
}

// Central moments of a pair of columns, divisor n.
struct PairMoments {
  double m11 = 0, m22 = 0, m31 = 0, m13 = 0, m20 = 0, m02 = 0, m40 = 0, m04 = 0;

  PairMoments& operator+=(const PairMoments& o) {
    m11 += o.m11, m22 += o.m22, m31 += o.m31, m13 += o.m13;
    m20 += o.m20, m02 += o.m02, m40 += o.m40, m04 += o.m04;
    return *this;
  }
};

// Of the records that have both values, whose number is `count`.
PairMoments pair_moments_beside_gaps(const Reals& a, const Reals& b, double& count) {
  const auto [first, second] = statistics::complete_pairs(a, b);
  count = static_cast<double>(first.size());
  if (first.empty()) return {};
  const double first_mean = statistics::mean_and_sd(first).mean;
  const double second_mean = statistics::mean_and_sd(second).mean;
  PairMoments sum;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double x = first[i] - first_mean;
    const double y = second[i] - second_mean;
    const double xx = x * x / count;
    sum += {x * y / count, xx * y * y, xx * x * y,           x * y * y * y / count, xx,
            y * y / count, xx * x * x, y * y * y * y / count};
  }
  return sum;
}

PairMoments pair_moments(const statistics::Profile& profile, std::size_t a, std::size_t b) {
  const double weight = 1 / static_cast<double>(profile.row_count());
  return statistics::sum_over_blocks(
      statistics::blocks_of(profile.row_count()), [&](statistics::Block block) {
        PairMoments sum;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          const double x = profile.numbers.columns[a][i] - profile.mean[a];
          const double y = profile.numbers.columns[b][i] - profile.mean[b];
          const double xx = x * x * weight;
          const double yy = y * y;
          sum += {x * y * weight, xx * yy,    xx * x * y,      x * y * yy * weight, xx,
                  yy * weight,    xx * x * x, yy * yy * weight};
        }
        return sum;
      });
}

// A variance that is nothing but rounding of a difference of equal numbers is none.
double without_rounding(double variance, double unit) {
  return variance > 1e-12 * unit ? variance : 0;
}

double variance_of_covariance(const PairMoments& m) {
  return without_rounding(m.m22 - m.m11 * m.m11, m.m22);
}

double variance_of_correlation(const PairMoments& m) {
  if (m.m20 == 0 || m.m02 == 0) return 0;
  const double both = m.m20 * m.m02;
  const double root = std::sqrt(both);
  const double r = m.m11 / root;
  const double spread =
      m.m22 / both +
      r * r / 4 * (m.m40 / (m.m20 * m.m20) + m.m04 / (m.m02 * m.m02) + 2 * m.m22 / both);
  return without_rounding(spread - r * (m.m31 / (m.m20 * root) + m.m13 / (m.m02 * root)), spread);
}

// R's bw.nrd0: Silverman's rule of thumb, with its ways out where a spread is 0.
double bandwidth(const statistics::Profile& profile, std::size_t j) {
  const Reals& sorted = profile.sorted[j];
  const double iqr = statistics::quantile(sorted, 0.75) - statistics::quantile(sorted, 0.25);
  double spread = std::min(profile.sd[j], iqr / 1.34);
  if (spread == 0) spread = profile.sd[j];
  if (spread == 0)
    spread = std::abs(profile.numbers.gaps[j] == 0 ? profile.numbers.columns[j].front()
                                                   : sorted.front());
  if (spread == 0) spread = 1;
  return 0.9 * spread * std::pow(static_cast<double>(sorted.size()), -0.2);
}

// The Gaussian kernel density. Only values within 39 bandwidths add anything to a double.
double density(std::span<const double> sorted, double at, double width) {
  const auto low = std::ranges::lower_bound(sorted, at - 39 * width);
  const auto high = std::upper_bound(low, sorted.end(), at + 39 * width);
  double sum = 0;
  for (auto value = low; value != high; ++value) {
    const double z = (at - *value) / width;
    sum += std::exp(-0.5 * z * z);
  }
  constexpr double inverse_root_2_pi = 0.398942280401432677939946;
  return sum * inverse_root_2_pi / static_cast<double>(sorted.size()) / width;
}

Reals quantiles_of(std::span<const double> sorted) {
  Reals values(quantile_count);
  if (sorted.empty()) return values;
  for (std::size_t q = 0; q < quantile_count; ++q) {
    values[q] = statistics::quantile(sorted, quantile_level(q));
  }
  return values;
}

Reals quantile_variances(const statistics::Profile& profile, std::size_t j,
                         const Reals& quantiles) {
  Reals variances(quantile_count);
  if (profile.sorted[j].empty()) return variances;
  const double width = bandwidth(profile, j);
  for (std::size_t q = 0; q < quantile_count; ++q) {
    stop_if_cancelled();
    const double level = quantile_level(q);
    const double f = density(profile.sorted[j], quantiles[q], width);
    variances[q] = level * (1 - level) / (static_cast<double>(profile.sorted[j].size()) * f * f);
  }
  return variances;
}

// The mean loss over pairs of columns.
template <class Unit>
double pair_loss(const Square& masked, const Square& original, const Square& variance,
                 const Unit& unit) {
  double sum = 0;
  for (std::size_t a = 0; a < masked.size; ++a) {
    for (std::size_t b = a + 1; b < masked.size; ++b) {
      sum += loss_of(masked(a, b) - original(a, b), variance(a, b), unit(a, b));
    }
  }
  const std::size_t pairs = masked.size * (masked.size - 1) / 2;
  return sum / static_cast<double>(pairs);
}

std::vector<Reals> as_columns(const std::vector<statistics::DoubledRanks>& ranks, bool have_gaps) {
  std::vector<Reals> columns;
  for (const auto& column : ranks) {
    columns.emplace_back(column.begin(), column.end());
    if (have_gaps) std::ranges::replace(columns.back(), 0.0, missing_real);
  }
  return columns;
}

std::vector<Reals> amounts_of(const statistics::Profile& profile) {
  const auto& columns = profile.numbers.columns;
  return {columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(profile.numbers.amounts)};
}

}  // namespace

Associations associations_of(const statistics::Profile& profile) {
  const bool have_gaps = profile.numbers.has_gaps();
  const bool are_all_amounts = profile.numbers.amounts == profile.column_count();
  auto amounts = are_all_amounts ? statistics::related(profile.numbers.columns, have_gaps)
                                 : statistics::related(amounts_of(profile), have_gaps);
  auto ranks = statistics::related(as_columns(profile.ranks, have_gaps), have_gaps);
  return {std::move(amounts.covariance), std::move(amounts.correlation),
          std::move(ranks.correlation)};
}

PilReference::PilReference(const statistics::Profile& original, const Associations& associations)
    : original_(original),
      associations_(associations),
      mean_variance_(original.numbers.amounts),
      variance_variance_(original.numbers.amounts),
      covariance_variance_{original.numbers.amounts, Reals(associations.covariance.cells.size())},
      correlation_variance_(covariance_variance_),
      quantiles_(original.numbers.amounts),
      quantile_variance_(original.numbers.amounts) {
  const std::size_t p = original.numbers.amounts;
  const auto moments_of = [&](std::size_t a, std::size_t b, double& n) {
    const auto& numbers = original.numbers;
    n = static_cast<double>(original.row_count());
    if (numbers.gaps[a] + numbers.gaps[b] == 0) return pair_moments(original, a, b);
    return pair_moments_beside_gaps(numbers.columns[a], numbers.columns[b], n);
  };
  parallel_for_each_index(p, [&](std::size_t a) {
    for (std::size_t b = a; b < p; ++b) {
      double n = 0;
      const PairMoments moments = moments_of(a, b, n);
      if (n == 0) continue;
      covariance_variance_(a, b) = variance_of_covariance(moments) / n;
      correlation_variance_(a, b) = variance_of_correlation(moments) / n;
      if (a == b) mean_variance_[a] = moments.m20 / n;
    }
    variance_variance_[a] = covariance_variance_(a, a);
    quantiles_[a] = quantiles_of(original.sorted[a]);
    quantile_variance_[a] = quantile_variances(original, a, quantiles_[a]);
  });
}

Pil PilReference::loss(const statistics::Profile& masked, const Associations& associations) const {
  const std::size_t p = masked.numbers.amounts;
  const Square& covariance = associations_.covariance;
  Pil result{};
  if (p == 0) return result;
  for (std::size_t j = 0; j < p; ++j) {
    const double share = 1 / static_cast<double>(p);
    if (masked.sorted[j].empty() != original_.sorted[j].empty()) {  // all is lost, or made up
      result.means += share, result.variances += share, result.quantiles += share;
      continue;
    }
    result.means += share * loss_of(masked.mean[j] - original_.mean[j], mean_variance_[j], 0);
    result.variances += share * loss_of(associations.covariance(j, j) - covariance(j, j),
                                        variance_variance_[j], covariance(j, j));
    const Reals quantiles = quantiles_of(masked.sorted[j]);
    for (std::size_t q = 0; q < quantile_count; ++q) {
      result.quantiles += share / quantile_count *
                          loss_of(quantiles[q] - quantiles_[j][q], quantile_variance_[j][q], 0);
    }
  }
  if (p == 1) {
    result.pil = (result.means + result.variances + result.quantiles) / 3;
    return result;
  }
  result.covariances = pair_loss(
      associations.covariance, covariance, covariance_variance_,
      [&](std::size_t a, std::size_t b) { return std::sqrt(covariance(a, a) * covariance(b, b)); });
  result.correlations =
      pair_loss(associations.correlation, associations_.correlation, correlation_variance_,
                [](std::size_t, std::size_t) { return 1; });
  result.pil = (result.means + result.variances + result.covariances + result.correlations +
                result.quantiles) /
               5;
  return result;
}

}  // namespace overhand::utility
