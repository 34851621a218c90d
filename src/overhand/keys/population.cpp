#include "overhand/keys/population.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace overhand::keys {
namespace {

constexpr double tail = 0.025;
constexpr double z = 1.959963984540054;

// The probability of 0, 1, ... successes, without those beyond `most`.
Reals distribution_of(const Reals& probabilities, std::size_t most) {
  Reals chances(most + 1);
  chances[0] = 1;
  std::size_t reached = 0;
  for (const double p : probabilities) {
    reached = std::min(reached + 1, most);
    for (std::size_t k = reached; k > 0; --k)
      chances[k] = chances[k] * (1 - p) + chances[k - 1] * p;
    chances[0] *= 1 - p;
  }
  return chances;
}

statistics::Interval central(const Reals& chances) {
  std::size_t low = 0;
  std::size_t high = 0;
  double below = chances[0];
  while (low + 1 < chances.size() && below <= tail) below += chances[++low];
  below = chances[0];
  while (high + 1 < chances.size() && below < 1 - tail) below += chances[++high];
  return {static_cast<double>(low), static_cast<double>(high)};
}

}  // namespace

statistics::Interval success_interval(const Reals& probabilities) {
  constexpr double cheap = 2e7;
  const auto trials = static_cast<double>(probabilities.size());
  const double mean = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  double variance = 0;
  for (const double p : probabilities) variance += p * (1 - p);
  const double most = std::min(trials, std::ceil(mean + 10 * std::sqrt(variance) + 20));
  if (trials * most <= cheap) {
    return central(distribution_of(probabilities, static_cast<std::size_t>(most)));
  }
  const double reach = z * std::sqrt(variance);
  return {std::max(0.0, std::floor(mean - reach)), std::min(trials, std::ceil(mean + reach))};
}

PopulationUniques population_uniques(const ClassSizes& sizes) {
  Reals chances;
  for (std::size_t i = 0; i < sizes.records.size(); ++i) {
    if (sizes.records[i] == 1) chances.push_back(std::min(1.0, 1 / sizes.weights[i]));
  }
  return {std::accumulate(chances.begin(), chances.end(), 0.0), success_interval(chances)};
}

}  // namespace overhand::keys
