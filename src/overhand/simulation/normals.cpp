#include <cmath>

#include "overhand/random/normal.h"
#include "overhand/simulation/normals_internal.h"

namespace overhand::simulation {
namespace {

random::StreamName values_name(std::size_t column) {
  return {random::Purpose::simulation, static_cast<std::uint32_t>(column + 1)};
}

}  // namespace

std::vector<Reals> correlated_normals(std::size_t rows, std::size_t columns, double rho,
                                      const random::Key& key) {
  std::vector<Reals> normals(columns, Reals(rows));
  const double innovation = std::sqrt(1 - rho * rho);
  for (std::size_t j = 0; j < columns; ++j) {
    random::Stream stream(key, values_name(j));
    for (std::size_t i = 0; i < rows; ++i) {
      const double z = random::normal(stream);
      normals[j][i] = j == 0 ? z : rho * normals[j - 1][i] + innovation * z;
    }
  }
  return normals;
}

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

}  // namespace overhand::simulation
