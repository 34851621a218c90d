// Chance as simulated people meet it.
#pragma once

#include <cmath>
#include <numeric>
#include <span>

#include "overhand/random/normal.h"

namespace overhand::simulation {

inline bool happens(double probability, random::Stream& stream) {
  return random::uniform(stream) < probability;
}

// A place of `weights`, each as often as its weight says.
inline std::size_t draw_by(std::span<const double> weights, random::Stream& stream) {
  double left = std::accumulate(weights.begin(), weights.end(), 0.0) * random::uniform(stream);
  std::size_t place = 0;
  for (; place + 1 < weights.size() && left >= weights[place]; ++place) left -= weights[place];
  return place;
}

// A normal variate with this mean and standard deviation, drawn again until it is within the
// limits.
inline double normal_within(double low, double high, double mean, double deviation,
                            random::Stream& stream) {
  double value = mean + deviation * random::normal(stream);
  while (value < low || value > high) value = mean + deviation * random::normal(stream);
  return value;
}

// As a laboratory or a till writes it: the real nearest to a number of so many decimals.
inline double with_decimals(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale) / scale;
}

}  // namespace overhand::simulation
