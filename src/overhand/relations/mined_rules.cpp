#include <algorithm>
#include <cmath>

#include "overhand/core/parallel.h"
#include "overhand/relations/mined_internal.h"
#include "overhand/table/amounts.h"

namespace overhand::relations {
namespace {

constexpr std::size_t sampled = 10'000;

struct Numbers {
  std::string name;
  Type type;
  Cells<double> values;
  Reals sorted;  // of a sample
  bool has_gaps;
};

using Rows = std::vector<std::size_t>;

// All rows, or some from all over the table: steps of the golden ratio fall into no period of it.
Rows sample_of(std::size_t rows) {
  constexpr std::size_t step = 11400714819323198485U;
  Rows sample(std::min(rows, sampled));
  for (std::size_t i = 0; i < sample.size(); ++i) {
    sample[i] = rows <= sampled ? i : ((i * step) >> 32U) % rows;
  }
  return sample;
}

std::vector<Numbers> numbers_of(const Table& table, const Rows& sample) {
  std::vector<Numbers> all;
  for (const Column& column : table.columns()) {
    if (column.role != Role::mask) continue;
    auto values = amounts(column);
    if (!values) continue;
    all.push_back({column.name, column.type, *std::move(values), {}, false});
  }
  parallel_for_each_index(all.size(), [&](std::size_t j) {
    Numbers& numbers = all[j];
    const auto is_gap = [](double value) { return is_missing(value); };
    numbers.has_gaps = std::ranges::any_of(numbers.values, is_gap);
    for (const std::size_t row : sample) numbers.sorted.push_back(numbers.values[row]);
    std::erase_if(numbers.sorted, is_gap);
    std::ranges::sort(numbers.sorted);
  });
  return all;
}

// The share of all pairs of their values in which `a` is above `b`.
double broken_by_chance(const Reals& a, const Reals& b) {
  if (a.empty() || b.empty()) return 0;
  std::size_t above = 0;
  std::size_t below = 0;  // values of b that are below the one of a
  for (const double value : a) {
    while (below < b.size() && b[below] < value) ++below;
    above += below;
  }
  return static_cast<double>(above) /
         (static_cast<double>(a.size()) * static_cast<double>(b.size()));
}

// Comparisons with what is missing are false.
bool is_above_in(const Numbers& a, const Numbers& b, const Rows& rows) {
  return std::ranges::any_of(rows, [&](std::size_t row) { return a.values[row] > b.values[row]; });
}

// The records that obey, or none as soon as one does not.
std::size_t obeying(const Numbers& a, const Numbers& b) {
  std::size_t both = 0;
  for (std::size_t row = 0; row < a.values.size(); ++row) {
    if (a.values[row] > b.values[row]) return 0;
    both += static_cast<std::size_t>(a.values[row] <= b.values[row]);
  }
  return both;
}

// The cheap looks first: most pairs end within a few records.
bool is_rule(const Numbers& a, const Numbers& b, const Rows& sample) {
  if (!are_alike(a.type, b.type) || is_above_in(a, b, sample)) return false;
  const double broken = broken_by_chance(a.sorted, b.sorted);
  if (broken < least_broken) return false;
  const auto records = static_cast<double>(obeying(a, b));
  return records * std::log1p(-std::min(broken, 1 - chance)) < std::log(chance);
}

Successors orders_of(const std::vector<Numbers>& numbers, const Rows& sample) {
  Successors above(numbers.size());
  parallel_for_each_index(numbers.size(), [&](std::size_t a) {
    for (std::size_t b = 0; b < numbers.size(); ++b) {
      stop_if_cancelled();
      if (a != b && is_rule(numbers[a], numbers[b], sample)) above[a].insert(b);
    }
  });
  return above;
}

}  // namespace

Successors without_consequences(Successors after, const std::vector<bool>& has_gaps) {
  struct Pair {
    std::size_t a, c, length;
  };
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < after.size(); ++a) {
    for (const std::size_t c : after[a]) {
      const auto between =
          std::ranges::count_if(after[a], [&](std::size_t b) { return after[b].contains(c); });
      pairs.push_back({a, c, static_cast<std::size_t>(between)});
    }
  }
  std::ranges::stable_sort(pairs, std::greater<>(), &Pair::length);
  for (const auto& [a, c, length] : pairs) {
    const bool follows = std::ranges::any_of(after[a], [&, end = c](std::size_t b) {
      return b != end && !has_gaps[b] && after[b].contains(end);
    });
    if (follows) after[a].erase(c);
  }
  return after;
}

std::vector<Rule> mined_rules(const Table& original) {
  const Rows sample = sample_of(original.row_count());
  const std::vector<Numbers> numbers = numbers_of(original, sample);
  std::vector<bool> has_gaps;
  for (const Numbers& column : numbers) has_gaps.push_back(column.has_gaps);
  const Successors above = without_consequences(orders_of(numbers, sample), has_gaps);
  std::vector<Rule> rules;
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    for (const std::size_t b : above[a]) {
      rules.push_back(Rule::order(numbers[a].name, numbers[b].name));
    }
  }
  for (Rule& rule : mined_levels(original)) rules.push_back(std::move(rule));
  return rules;
}

}  // namespace overhand::relations
