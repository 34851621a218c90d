#include "overhand/relations/rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/stopping.h"
#include "overhand/relations/formula.h"

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

}  // namespace overhand::relations
