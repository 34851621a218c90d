#include "overhand/statistics/ranks.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <numeric>

#include "overhand/random/shuffle.h"

namespace overhand::statistics {
namespace {

// The end of the run of equal values that begins at `begin`.
std::size_t end_of_ties(std::span<const double> sorted, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
  return end;
}

constexpr std::uint64_t sign = std::uint64_t{1} << 63;

// Bits that compare as the values do, and the values again.
std::uint64_t ordered_bits(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}
std::uint64_t ordered_bits(std::int64_t value) { return static_cast<std::uint64_t>(value) ^ sign; }

void take(std::uint64_t bits, double& value) {
  value = std::bit_cast<double>((bits & sign) != 0 ? bits ^ sign : ~bits);
}
void take(std::uint64_t bits, std::int64_t& value) {
  value = static_cast<std::int64_t>(bits ^ sign);
}

struct Keyed {
  std::uint64_t key;
  Row row;
  auto operator<=>(const Keyed&) const = default;
};
std::uint64_t key_of(const Keyed& keyed) { return keyed.key; }
std::uint64_t key_of(std::uint64_t key) { return key; }

constexpr std::size_t fewest_for_digits = 1 << 12;

// Radix sort, the lowest digit first: stable, and linear in the number of values.
template <class Item>
void sort_by_digits(std::vector<Item>& items) {
  constexpr int digit_bits = 11;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  std::vector<Item> moved(items.size());
  for (int shift = 0; shift < 64; shift += digit_bits) {
    const auto digit = [&](const Item& item) { return (key_of(item) >> shift) % digits; };
    std::vector<std::size_t> next(digits + 1);
    for (const Item& item : items) ++next[digit(item) + 1];
    if (std::ranges::find(next, items.size()) != next.end()) continue;  // one digit for all
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (const Item& item : items) moved[next[digit(item)]++] = item;
    items.swap(moved);
  }
}

template <class Value>
void sort_by_bits(std::span<Value> values) {
  std::vector<std::uint64_t> keys(values.size());
  std::ranges::transform(values, keys.begin(), [](Value value) { return ordered_bits(value); });
  if (keys.size() < fewest_for_digits) {
    std::ranges::sort(keys);
  } else {
    sort_by_digits(keys);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) take(keys[i], values[i]);
}

}  // namespace

Order stable_order(std::span<const double> values) {
  std::vector<Keyed> keyed(values.size());
  for (Row i = 0; i < values.size(); ++i) {
    keyed[i] = {ordered_bits(values[i] + 0.0), i};  // both zeros are one
  }
  if (values.size() < fewest_for_digits) {
    std::ranges::sort(keyed);
  } else {
    sort_by_digits(keyed);
  }
  Order order(values.size());
  std::ranges::transform(keyed, order.begin(), &Keyed::row);
  return order;
}

void sort_ascending(std::span<double> values) { sort_by_bits(values); }
void sort_ascending(std::span<std::int64_t> values) { sort_by_bits(values); }

Reals sorted_sample(std::span<const double> values, std::size_t most) {
  const std::size_t step = std::max<std::size_t>(1, (values.size() + most - 1) / most);
  Reals sample;
  sample.reserve(values.size() / step + 1);
  for (std::size_t i = 0; i < values.size(); i += step) sample.push_back(values[i]);
  sort_ascending(sample);
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
