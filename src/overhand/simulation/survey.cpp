#include <algorithm>
#include <cmath>

#include "overhand/simulation/normals_internal.h"
#include "overhand/simulation/people.h"

namespace overhand::simulation {
namespace {

Integers rounded(const Reals& values) {
  Integers integers(values.size());
  std::ranges::transform(values, integers.begin(),
                         [](double value) { return std::llround(value); });
  return integers;
}

}  // namespace

Table survey(std::size_t rows, const random::Key& key) {
  const auto z = correlated_normals(rows, 6, 0.5, key);
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

}  // namespace overhand::simulation
