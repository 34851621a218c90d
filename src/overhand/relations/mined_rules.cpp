#include <algorithm>
#include <cmath>
#include <set>

#include "overhand/core/parallel.h"
#include "overhand/relations/rules.h"
#include "overhand/table/amounts.h"

namespace overhand::relations {
namespace {

// Of the records, in a random pairing, that break what is more than a coincidence.
constexpr double least_broken = 0.05;
// The probability at which chance is believed to obey a rule in every record. A thousand columns
// have a million pairs.
constexpr double chance = 1e-9;
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

// Of each column, those that it is nowhere above.
using Orders = std::vector<std::set<std::size_t>>;

Orders orders_of(const std::vector<Numbers>& numbers, const Rows& sample) {
  Orders above(numbers.size());
  parallel_for_each_index(numbers.size(), [&](std::size_t a) {
    for (std::size_t b = 0; b < numbers.size(); ++b) {
      stop_if_cancelled();
      if (a != b && is_rule(numbers[a], numbers[b], sample)) above[a].insert(b);
    }
  });
  return above;
}

// Without a <= c where a <= b and b <= c are left and b is there in every record. The longest ways
// first, so that their steps are still there to be seen.
Orders without_consequences(Orders above, const std::vector<Numbers>& numbers) {
  struct Pair {
    std::size_t a, c, length;
  };
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < above.size(); ++a) {
    for (const std::size_t c : above[a]) {
      const auto between =
          std::ranges::count_if(above[a], [&](std::size_t b) { return above[b].contains(c); });
      pairs.push_back({a, c, static_cast<std::size_t>(between)});
    }
  }
  std::ranges::stable_sort(pairs, std::greater<>(), &Pair::length);
  for (const auto& [a, c, length] : pairs) {
    const bool follows = std::ranges::any_of(above[a], [&, end = c](std::size_t b) {
      return b != end && !numbers[b].has_gaps && above[b].contains(end);
    });
    if (follows) above[a].erase(c);
  }
  return above;
}

}  // namespace

std::vector<Rule> mined_rules(const Table& original) {
  const Rows sample = sample_of(original.row_count());
  const std::vector<Numbers> numbers = numbers_of(original, sample);
  const Orders above = without_consequences(orders_of(numbers, sample), numbers);
  std::vector<Rule> rules;
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    for (const std::size_t b : above[a]) {
      rules.push_back(Rule::order(numbers[a].name, numbers[b].name));
    }
  }
  return rules;
}

}  // namespace overhand::relations
