#include "overhand/simulation/paper.h"

#include <fmt/format.h>

#include <cmath>

#include "overhand/random/uniform.h"
#include "overhand/simulation/normals_internal.h"

namespace overhand::simulation {
namespace {

Table named(std::vector<Reals> columns) {
  std::vector<Column> result;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    result.push_back({fmt::format("x{}", j + 1), std::move(columns[j])});
  }
  return Table(std::move(result));
}

}  // namespace

Table gaussian(const PaperOptions& options, const random::Key& key) {
  random::Stream parameters(key, {random::Purpose::simulation});
  const double drawn = random::uniform_between(-0.8, 0.8, parameters);
  auto columns =
      correlated_normals(options.rows, options.columns, options.rho.value_or(drawn), key);
  for (Reals& column : columns) {
    const double mu = random::uniform_between(-3, 3, parameters);
    for (double& value : column) value += mu;
  }
  return named(std::move(columns));
}

Table exponential(const PaperOptions& options, const random::Key& key) {
  random::Stream parameters(key, {random::Purpose::simulation});
  const double drawn = random::uniform_between(-0.8, 0.8, parameters);
  const double lambda = random::uniform_between(0.1, 10, parameters);
  auto columns =
      correlated_normals(options.rows, options.columns, options.rho.value_or(drawn), key);
  for (Reals& column : columns) {
    for (double& value : column) value = -std::log(normal_cdf(-value)) / lambda;
  }
  return named(std::move(columns));
}

Table timing(const PaperOptions& options, const random::Key& key) {
  return named(correlated_normals(options.rows, options.columns, options.rho.value_or(-0.75), key));
}

}  // namespace overhand::simulation
