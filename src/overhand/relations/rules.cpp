#include "overhand/relations/rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/stopping.h"
#include "overhand/table/column_words.h"

namespace overhand::relations {
namespace {

constexpr std::size_t fewest_records = 50;

struct Numbers {
  std::string name;
  Reals values;
  double low;
  double high;
};

std::vector<Numbers> numbers_of(const Table& table) {
  std::vector<Numbers> all;
  for (const Column& column : table.columns()) {
    if (column.role != Role::mask || !is_quantity(column.type)) continue;
    Reals values = reals(column);
    Reals present = values;
    std::erase_if(present, [](double value) { return is_missing(value); });
    if (present.size() < fewest_records) continue;
    const auto [low, high] = std::ranges::minmax(present);
    all.push_back({column.name, std::move(values), low, high});
  }
  return all;
}

// Comparisons with what is missing are false.
bool is_nowhere_above(const Numbers& a, const Numbers& b) {
  std::size_t both = 0;
  for (std::size_t row = 0; row < a.values.size(); ++row) {
    if (a.values[row] > b.values[row]) return false;
    both += static_cast<std::size_t>(a.values[row] <= b.values[row]);
  }
  return both >= fewest_records;
}

std::vector<bool> breaks(const Formula& rule, const Table& table) {
  const Reals values = rule.values(table);
  std::vector<bool> is_broken(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) is_broken[row] = values[row] == 0;
  return is_broken;
}

Error problem_with(const std::string& text, std::size_t count, std::size_t first,
                   std::size_t records) {
  return {ErrorKind::invalid_option,
          fmt::format("rule '{}': the original breaks it in {} of {} records, the first of them "
                      "record {}.",
                      told(text), count, records, first + 1)};
}

}  // namespace

std::vector<std::string> mined_rules(const Table& original) {
  const std::vector<Numbers> numbers = numbers_of(original);
  std::vector<std::string> found;
  for (const Numbers& a : numbers) {
    for (const Numbers& b : numbers) {
      stop_if_cancelled();
      if (&a == &b || a.high <= b.low || a.high > b.high || a.low > b.low) continue;
      if (!is_nowhere_above(a, b)) continue;
      found.push_back(fmt::format("{} <= {}", formula_name(a.name), formula_name(b.name)));
    }
  }
  return found;
}

Result<std::vector<Formula>> rules(const std::vector<std::string>& texts, const Table& original) {
  std::vector<Formula> all;
  for (const std::string& text : texts) {
    auto rule = Formula::parse(text, original);
    if (!rule) {
      Error error = rule.error();
      error.message = fmt::format("rule {}", error.message);
      return error;
    }
    const auto is_broken = breaks(*rule, original);
    const auto first = std::ranges::find(is_broken, true);
    if (first != is_broken.end()) {
      return problem_with(text, static_cast<std::size_t>(std::ranges::count(is_broken, true)),
                          static_cast<std::size_t>(first - is_broken.begin()), is_broken.size());
    }
    all.push_back(*std::move(rule));
  }
  return all;
}

std::vector<bool> broken(const std::vector<Formula>& rules, const Table& table) {
  std::vector<bool> any(table.row_count(), false);
  for (const Formula& rule : rules) {
    const auto is_broken = breaks(rule, table);
    for (std::size_t row = 0; row < any.size(); ++row) any[row] = any[row] || is_broken[row];
  }
  return any;
}

}  // namespace overhand::relations
