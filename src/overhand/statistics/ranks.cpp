#include "overhand/statistics/ranks.h"

#include <algorithm>
#include <array>
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

constexpr std::size_t fewest_for_digits = 1 << 12;
constexpr int digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

// Radix sort by the bits from `Low` on, the lowest digit first: stable, and linear in the number of
// items.
template <int Low>
void sort_by_digits(std::vector<std::uint64_t>& items) {
  constexpr int count = (64 - Low + digit_bits - 1) / digit_bits;
  const auto digit = [](std::uint64_t item, int place) {
    return (item >> (Low + place * digit_bits)) % digits;
  };
  std::array<std::array<std::uint32_t, digits>, count> next{};
  for (const std::uint64_t item : items) {
    for (int place = 0; place < count; ++place) ++next[place][digit(item, place)];
  }
  std::vector<std::uint64_t> moved(items.size());
  for (int place = 0; place < count; ++place) {
    auto& starts = next[place];
    if (std::ranges::find(starts, items.size()) != starts.end()) continue;  // one digit for all
    std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), 0U);
    for (const std::uint64_t item : items) moved[starts[digit(item, place)]++] = item;
    items.swap(moved);
  }
}

// Both zeros are one.
std::uint64_t order_key(double value) { return ordered_bits(value + 0.0); }

// The leading bits of a value's key, as it lies between those of all, with its row behind them.
std::vector<std::uint64_t> leading_bits_with_rows(std::span<const double> values) {
  std::vector<std::uint64_t> items(values.size());
  std::ranges::transform(values, items.begin(), order_key);
  const auto [low, high] = std::ranges::minmax(items);
  const int dropped = std::max(static_cast<int>(std::bit_width(high - low)) - 32, 0);
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = ((items[i] - low) >> dropped) << 32 | i;
  }
  return items;
}

// Rows whose leading bits are equal, by their whole values.
void settle(std::span<const double> values, std::span<std::uint64_t> items) {
  const auto row_of = [](std::uint64_t item) { return static_cast<Row>(item); };
  const auto is_before = [&](std::uint64_t a, std::uint64_t b) {
    return std::pair(order_key(values[row_of(a)]), a) < std::pair(order_key(values[row_of(b)]), b);
  };
  for (auto begin = items.begin(); begin != items.end();) {
    const auto leading = *begin >> 32;
    auto end = begin + 1;
    while (end != items.end() && *end >> 32 == leading) ++end;
    if (end - begin > 1 && !std::is_sorted(begin, end, is_before)) std::sort(begin, end, is_before);
    begin = end;
  }
}

template <class Value>
void sort_by_bits(std::span<Value> values) {
  std::vector<std::uint64_t> keys(values.size());
  std::ranges::transform(values, keys.begin(), [](Value value) { return ordered_bits(value); });
  if (keys.size() < fewest_for_digits) {
    std::ranges::sort(keys);
  } else {
    sort_by_digits<0>(keys);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) take(keys[i], values[i]);
}

}  // namespace

Order stable_order(std::span<const double> values) {
  if (values.empty()) return {};
  std::vector<std::uint64_t> items = leading_bits_with_rows(values);
  if (values.size() < fewest_for_digits) {
    std::ranges::sort(items);
  } else {
    sort_by_digits<32>(items);
  }
  settle(values, items);
  Order order(values.size());
  std::ranges::transform(items, order.begin(),
                         [](std::uint64_t item) { return static_cast<Row>(item); });
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
