#include "overhand/risk/exact_values.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "overhand/core/parallel.h"
#include "overhand/table/amounts.h"

namespace overhand::risk {
namespace {

constexpr std::ptrdiff_t few_at_the_end = 2;

Reals sorted_numbers(const Column& column) {
  Reals sorted;
  const auto numbers = amounts(column);
  if (!numbers) return sorted;
  std::ranges::copy_if(*numbers, std::back_inserter(sorted),
                       [](double value) { return !is_missing(value); });
  std::ranges::sort(sorted);
  return sorted;
}

bool holds(const Reals& sorted, double value) { return std::ranges::binary_search(sorted, value); }

bool is_a_quantity(const Type& type) {
  return std::holds_alternative<type::Real>(type) || std::holds_alternative<type::Integer>(type);
}

// The largest value, where it is more than half of the total of numbers that are not negative.
std::optional<double> dominant_value(const Reals& sorted) {
  constexpr std::size_t fewest = 3;  // of two, one is always half
  if (sorted.size() < fewest || sorted.front() < 0) return std::nullopt;
  const double largest = sorted.back();
  const double others = std::accumulate(sorted.begin(), sorted.end() - 1, 0.0);
  if (largest <= others) return std::nullopt;
  return largest;
}

bool has_near(const Reals& sorted, double value) {
  constexpr double near = 0.05;
  const auto found = std::ranges::lower_bound(sorted, value * (1 - near));
  return found != sorted.end() && *found <= value * (1 + near);
}

void count_ends(const Reals& before, const Reals& after, ExactValues& values) {
  if (before.front() == before.back()) return;
  for (const double end : {before.front(), before.back()}) {
    if (std::ssize(std::ranges::equal_range(before, end)) > few_at_the_end) continue;
    ++values.ends;
    if (holds(after, end)) ++values.ends_out;
  }
}

ExactValues in_column(const Column& original, const Column& masked) {
  const Reals before = sorted_numbers(original);
  const Reals after = sorted_numbers(masked);
  ExactValues values;
  if (before.empty() || after.empty()) return values;
  values.cells = after.size();
  values.equal = static_cast<std::size_t>(
      std::ranges::count_if(after, [&](double value) { return holds(before, value); }));
  count_ends(before, after, values);
  if (values.ends_out > 0) values.extremes = {original.name};
  if (!is_a_quantity(original.type)) return values;
  if (const auto most = dominant_value(before)) {
    values.dominant = {{original.name, has_near(after, *most)}};
  }
  return values;
}

}  // namespace

double ExactValues::share() const {
  return cells == 0 ? 0 : static_cast<double>(equal) / static_cast<double>(cells);
}

ExactValues exact_values(const Table& original, const Table& masked) {
  std::vector<ExactValues> columns(original.column_count());
  parallel_for_each_index(columns.size(), [&](std::size_t j) {
    const Column& column = original.columns()[j];
    const auto place = find_column(masked, column.name);
    if (column.role != Role::mask || !place) return;
    columns[j] = in_column(column, masked.columns()[*place]);
  });
  ExactValues all;
  for (const ExactValues& column : columns) {
    all.cells += column.cells;
    all.equal += column.equal;
    all.ends += column.ends;
    all.ends_out += column.ends_out;
    std::ranges::copy(column.extremes, std::back_inserter(all.extremes));
    std::ranges::copy(column.dominant, std::back_inserter(all.dominant));
  }
  return all;
}

}  // namespace overhand::risk
