#include <algorithm>
#include <cmath>
#include <numeric>

#include "overhand/keys/closeness_internal.h"

namespace overhand::keys {
namespace {

double total_of(std::span<const std::size_t> counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
}

double total_times(std::span<const ValueTimes> values) {
  double total = 0;
  for (const ValueTimes& value : values) total += static_cast<double>(value.times);
  return total;
}

}  // namespace

TotalVariation::TotalVariation(std::span<const std::size_t> counts) {
  const double all = total_of(counts);
  for (const std::size_t count : counts) shares_.push_back(static_cast<double>(count) / all);
}

// Values that do not occur differ by their share of all.
double TotalVariation::from_all(std::span<const ValueTimes> values) const {
  const double all = total_times(values);
  double there = 0;
  double differences = 0;
  for (const ValueTimes& value : values) {
    there += shares_[value.value];
    differences += std::abs(static_cast<double>(value.times) / all - shares_[value.value]);
  }
  return (differences + std::max(0.0, 1 - there)) / 2;
}

EarthMover::EarthMover(std::span<const std::size_t> counts) {
  const double all = total_of(counts);
  std::size_t below = 0;
  for (const std::size_t count : counts) {
    below += count;
    below_.push_back(static_cast<double>(below) / all);
    sums_.push_back(sums_.back() + below_.back());
  }
}

double EarthMover::gap_between(double level, std::size_t first, std::size_t end) const {
  const auto begin = below_.begin();
  const auto above =
      static_cast<std::size_t>(std::lower_bound(begin + static_cast<std::ptrdiff_t>(first),
                                                begin + static_cast<std::ptrdiff_t>(end), level) -
                               begin);
  const double under = level * static_cast<double>(above - first) - (sums_[above] - sums_[first]);
  const double over = sums_[end] - sums_[above] - level * static_cast<double>(end - above);
  return under + over;
}

double EarthMover::from_all(std::span<const ValueTimes> values) const {
  if (values.empty() || below_.size() < 2) return 0;
  const double all = total_times(values);
  double moved = gap_between(0, 0, values.front().value);
  double level = 0;
  for (std::size_t v = 0; v < values.size(); ++v) {
    level += static_cast<double>(values[v].times) / all;
    const std::size_t end = v + 1 < values.size() ? values[v + 1].value : below_.size();
    moved += gap_between(std::min(level, 1.0), values[v].value, end);
  }
  return std::max(0.0, moved) / static_cast<double>(below_.size() - 1);
}

}  // namespace overhand::keys
