#include "overhand/study/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/random/normal.h"

namespace overhand::study {
namespace {

random::StreamName values_name(std::size_t column) {
  return {random::Purpose::simulation, static_cast<std::uint32_t>(column + 1)};
}

// Standard normal columns with correlations rho^|i-j|: an autoregression from column to column.
std::vector<Reals> correlated_normals(const SimulationOptions& options, double rho,
                                      const random::Key& key) {
  std::vector<Reals> columns(options.columns, Reals(options.rows));
  const double innovation = std::sqrt(1 - rho * rho);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    random::Stream stream(key, values_name(j));
    for (std::size_t i = 0; i < options.rows; ++i) {
      const double z = random::normal(stream);
      columns[j][i] = j == 0 ? z : rho * columns[j - 1][i] + innovation * z;
    }
  }
  return columns;
}

Table named(std::vector<Reals> columns) {
  std::vector<Column> result;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    result.push_back({fmt::format("x{}", j + 1), std::move(columns[j])});
  }
  return Table(std::move(result));
}

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

Integers rounded(const Reals& values) {
  Integers integers(values.size());
  std::ranges::transform(values, integers.begin(),
                         [](double value) { return std::llround(value); });
  return integers;
}

}  // namespace

Table simulated_gaussian(const SimulationOptions& options, const random::Key& key) {
  random::Stream parameters(key, {random::Purpose::simulation});
  const double drawn = random::uniform_between(-0.8, 0.8, parameters);
  auto columns = correlated_normals(options, options.rho.value_or(drawn), key);
  for (Reals& column : columns) {
    const double mu = random::uniform_between(-3, 3, parameters);
    for (double& value : column) value += mu;
  }
  return named(std::move(columns));
}

Table simulated_exponential(const SimulationOptions& options, const random::Key& key) {
  random::Stream parameters(key, {random::Purpose::simulation});
  const double drawn = random::uniform_between(-0.8, 0.8, parameters);
  const double lambda = random::uniform_between(0.1, 10, parameters);
  auto columns = correlated_normals(options, options.rho.value_or(drawn), key);
  for (Reals& column : columns) {
    for (double& value : column) value = -std::log(normal_cdf(-value)) / lambda;
  }
  return named(std::move(columns));
}

Table simulated_timing(const SimulationOptions& options, const random::Key& key) {
  return named(correlated_normals(options, options.rho.value_or(-0.75), key));
}

Table simulated_survey(std::size_t rows, const random::Key& key) {
  const auto z = correlated_normals({rows, 6}, 0.5, key);
  Reals age(rows), hours(rows), income(rows), tax(rows), rent(rows), savings(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    age[i] = 18 + 67 * normal_cdf(z[0][i]);
    hours[i] = std::clamp(38 + 7 * z[1][i] - (age[i] > 65 ? 25.0 : 0.0), 0.0, 70.0);
    income[i] = std::exp(7.2 + 0.012 * hours[i] + 0.006 * age[i] + 0.45 * z[2][i]);
    tax[i] = std::max(0.0, 0.28 * (income[i] - 900) + 40 * z[3][i]);
    rent[i] = 250 + 0.18 * income[i] * std::exp(0.25 * z[4][i]);
    savings[i] = std::exp(5 + 0.04 * age[i] + 0.0003 * income[i] + 0.8 * z[5][i]);
  }
  return Table({{"age", rounded(age)},
                {"hours", rounded(hours)},
                {"income", rounded(income)},
                {"tax", rounded(tax)},
                {"rent", rounded(rent)},
                {"savings", rounded(savings)}});
}

}  // namespace overhand::study
