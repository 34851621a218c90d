// The thresholds over which RID and SDID are averaged: 1 %, 2 %, ..., 10 %.
#pragma once

#include <array>
#include <cstddef>

namespace overhand::risk {

constexpr std::size_t threshold_count = 10;

// As R's seq(0.01, 0.10, by = 0.01) rounds them.
constexpr std::array<double, threshold_count> thresholds = [] {
  std::array<double, threshold_count> values{};
  for (std::size_t t = 0; t < threshold_count; ++t) {
    values[t] = 0.01 + static_cast<double>(t) * 0.01;
  }
  return values;
}();

// How many records are first caught at each threshold; who is caught at one is caught at all above.
struct Caught {
  std::array<std::size_t, threshold_count> first_at{};

  Caught& operator+=(const Caught& other) {
    for (std::size_t t = 0; t < threshold_count; ++t) first_at[t] += other.first_at[t];
    return *this;
  }
  void count(std::size_t threshold) {
    if (threshold < threshold_count) ++first_at[threshold];
  }
  // The share caught at threshold t or below.
  double share(std::size_t threshold, std::size_t rows) const {
    std::size_t caught = 0;
    for (std::size_t t = 0; t <= threshold; ++t) caught += first_at[t];
    return static_cast<double>(caught) / static_cast<double>(rows);
  }
  double mean_share(std::size_t rows) const {
    double sum = 0;
    for (std::size_t t = 0; t < threshold_count; ++t) sum += share(t, rows);
    return sum / threshold_count;
  }
};

}  // namespace overhand::risk
