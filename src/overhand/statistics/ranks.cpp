#include "overhand/statistics/ranks.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "overhand/random/shuffle.h"

namespace overhand::statistics {
namespace {

// The end of the run of equal values that begins at `begin`.
std::size_t end_of_ties(std::span<const double> sorted, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
  return end;
}

using Keyed = std::pair<std::uint64_t, Row>;

// Bits that compare as the values do; both zeros are one.
std::uint64_t ordered_bits(double value) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

// Radix sort, the lowest digit first: stable, and linear in the number of values.
void sort_by_digits(std::vector<Keyed>& keyed) {
  constexpr int digit_bits = 11;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  std::vector<Keyed> moved(keyed.size());
  for (int shift = 0; shift < 64; shift += digit_bits) {
    const auto digit = [&](const Keyed& key) { return (key.first >> shift) % digits; };
    std::vector<std::size_t> next(digits + 1);
    for (const Keyed& key : keyed) ++next[digit(key) + 1];
    if (std::ranges::find(next, keyed.size()) != next.end()) continue;  // one digit for all
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (const Keyed& key : keyed) moved[next[digit(key)]++] = key;
    keyed.swap(moved);
  }
}

}  // namespace

Order stable_order(std::span<const double> values) {
  constexpr std::size_t fewest_for_digits = 1 << 12;
  std::vector<Keyed> keyed(values.size());
  for (Row i = 0; i < values.size(); ++i) keyed[i] = {ordered_bits(values[i]), i};
  if (values.size() < fewest_for_digits) {
    std::ranges::sort(keyed);
  } else {
    sort_by_digits(keyed);
  }
  Order order(values.size());
  std::ranges::transform(keyed, order.begin(), [](const Keyed& key) { return key.second; });
  return order;
}

Reals sorted_sample(std::span<const double> values, std::size_t most) {
  const std::size_t step = std::max<std::size_t>(1, (values.size() + most - 1) / most);
  Reals sample;
  sample.reserve(values.size() / step + 1);
  for (std::size_t i = 0; i < values.size(); i += step) sample.push_back(values[i]);
  std::ranges::sort(sample);
  return sample;
}

Reals gathered(std::span<const double> values, std::span<const Row> rows) {
  Reals sorted(rows.size());
  std::ranges::transform(rows, sorted.begin(), [&](Row row) { return values[row]; });
  return sorted;
}

DoubledRanks doubled_average_ranks(std::span<const double> sorted, const Order& order) {
  DoubledRanks ranks(order.size());
  for (std::size_t begin = 0; begin < sorted.size();) {
    const std::size_t end = end_of_ties(sorted, begin);
    const auto rank = static_cast<std::int32_t>(begin + end + 1);  // (begin + 1) + end
    for (std::size_t k = begin; k < end; ++k) ranks[order[k]] = rank;
    begin = end;
  }
  return ranks;
}

Ranks random_tie_ranks(std::span<const double> sorted, Order order, const random::Key& key,
                       const random::StreamName& name) {
  random::Stream stream(key, name, order.size());
  for (std::size_t begin = 0; begin < sorted.size();) {
    const std::size_t end = end_of_ties(sorted, begin);
    if (end - begin > 1) {
      random::shuffle_in_cache(std::span(order).subspan(begin, end - begin), stream);
    }
    begin = end;
  }
  Ranks ranks(order.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    ranks[order[k]] = static_cast<std::int32_t>(k + 1);
  }
  return ranks;
}

double quantile(std::span<const double> sorted, double probability) {
  const double index = static_cast<double>(sorted.size() - 1) * probability;
  const auto low = static_cast<std::size_t>(index);
  const double part = index - static_cast<double>(low);
  if (low + 1 == sorted.size() || sorted[low + 1] == sorted[low]) return sorted[low];
  return (1 - part) * sorted[low] + part * sorted[low + 1];
}

}  // namespace overhand::statistics
