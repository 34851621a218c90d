#include "overhand/statistics/mixed_association.h"

#include <algorithm>
#include <cmath>

#include "overhand/core/parallel.h"

namespace overhand::statistics {
namespace {

using Counts = std::vector<std::size_t>;

Counts level_counts(const Category& category) {
  Counts counts(category.code_count());
  for (const Code code : category.codes) ++counts[static_cast<std::size_t>(code)];
  return counts;
}

std::size_t levels_there(const Counts& counts) {
  return counts.size() - static_cast<std::size_t>(std::ranges::count(counts, std::size_t{0}));
}

double real(std::size_t count) { return static_cast<double>(count); }

// Sum over the cells that are not empty of n_ij^2 / (n_i n_j), level after level of `a`: no table
// of all pairs of levels is needed.
double sum_over_cells(const Category& a, const Order& order, const Category& b,
                      const Counts& a_counts, const Counts& b_counts) {
  Counts in_level(b.code_count());
  std::vector<std::size_t> met;
  double sum = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    const auto level = static_cast<std::size_t>(a.codes[order[begin]]);
    const std::size_t end = begin + a_counts[level];
    for (std::size_t k = begin; k < end; ++k) {
      const auto other = static_cast<std::size_t>(b.codes[order[k]]);
      if (in_level[other]++ == 0) met.push_back(other);
    }
    for (const std::size_t other : met) {
      sum += real(in_level[other]) * real(in_level[other]) /
             (real(a_counts[level]) * real(b_counts[other]));
      in_level[other] = 0;
    }
    met.clear();
    begin = end;
  }
  return sum;
}

double between(const Profile& profile, const Square& correlation, std::size_t a, std::size_t b) {
  const std::size_t amounts = profile.numbers.amounts;
  if (b < amounts) return correlation(a, b);
  const Category& category = profile.categories[b - amounts];
  if (a < amounts) return correlation_ratio(category, profile.numbers.columns[a]);
  return cramers_v(profile.categories[a - amounts], profile.level_order[a - amounts], category);
}

double pearson(const Reals& a, const Reals& b) { return related({a, b}, true).correlation(0, 1); }

double with_number(const Reals& values, const Profile& profile, std::size_t dimension) {
  const std::size_t amounts = profile.numbers.amounts;
  if (dimension < amounts) return pearson(profile.numbers.columns[dimension], values);
  return correlation_ratio(profile.categories[dimension - amounts], values);
}

double with_category(const Category& category, const Profile& profile, std::size_t dimension) {
  const std::size_t amounts = profile.numbers.amounts;
  if (dimension < amounts) {
    return correlation_ratio(category, profile.numbers.columns[dimension]);
  }
  const std::size_t place = dimension - amounts;
  return cramers_v(profile.categories[place], profile.level_order[place], category);
}

}  // namespace

double cramers_v(const Category& a, const Order& order, const Category& b) {
  const Counts a_counts = level_counts(a);
  const Counts b_counts = level_counts(b);
  const std::size_t levels = std::min(levels_there(a_counts), levels_there(b_counts));
  if (levels < 2) return 0;
  const double chi_by_n = sum_over_cells(a, order, b, a_counts, b_counts) - 1;
  return std::sqrt(std::clamp(chi_by_n / real(levels - 1), 0.0, 1.0));
}

double correlation_ratio(const Category& category, const Reals& values) {
  struct Sum {
    double count = 0, sum = 0;
  };
  std::vector<Sum> by_level(category.code_count());
  Sum all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_missing(values[i])) continue;
    Sum& level = by_level[static_cast<std::size_t>(category.codes[i])];
    level.count += 1;
    level.sum += values[i];
    all.count += 1;
    all.sum += values[i];
  }
  if (all.count == 0) return 0;
  const double mean = all.sum / all.count;
  double between_levels = 0;
  double total = 0;
  for (const Sum& level : by_level) {
    if (level.count == 0) continue;
    const double deviation = level.sum / level.count - mean;
    between_levels += level.count * deviation * deviation;
  }
  for (const double value : values) {
    if (!is_missing(value)) total += (value - mean) * (value - mean);
  }
  constexpr double rounding = 1e-24;  // of a constant column, in squares of its size
  if (!(total > rounding * all.count * mean * mean)) return 0;
  return std::sqrt(std::clamp(between_levels / total, 0.0, 1.0));
}

Square association_matrix(const Profile& profile, const Square& correlation) {
  const std::size_t p = profile.dimension_count();
  Square result{p, Reals(p * p, 1)};
  parallel_for_each_index(p, [&](std::size_t a) {
    for (std::size_t b = a + 1; b < p; ++b) {
      result(a, b) = result(b, a) = between(profile, correlation, a, b);
    }
  });
  return result;
}

std::vector<Reals> associations_with(const Measured& others, const Profile& profile) {
  const std::size_t amounts = others.numbers.amounts;
  std::vector<Reals> result(others.dimension_count(), Reals(profile.dimension_count()));
  parallel_for_each_index(result.size(), [&](std::size_t a) {
    for (std::size_t b = 0; b < result[a].size(); ++b) {
      result[a][b] = a < amounts ? with_number(others.numbers.columns[a], profile, b)
                                 : with_category(others.categories[a - amounts], profile, b);
    }
  });
  return result;
}

}  // namespace overhand::statistics
