#include "overhand/statistics/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/statistics/blocks.h"
#include "overhand/table/column_words.h"

namespace overhand::statistics {
namespace {

Error data_error(std::string message) { return {ErrorKind::invalid_data, std::move(message)}; }

Result<Reals> measured_column(const Table& table, const std::string& name,
                              const std::string& which) {
  const auto found = std::ranges::find(table.columns(), name, &Column::name);
  if (found == table.columns().end()) {
    return data_error(fmt::format("The {} table has no column '{}'.", which, told(name)));
  }
  if (!is_quantity(found->type)) {
    Error error =
        data_error(fmt::format("{} of the {} table is {}, and only numbers can be measured.",
                               at_start(name), which, words_for(found->type)));
    error.place.column = name;
    error.remedies = {{Action::drop, {name}}};
    return error;
  }
  Reals values = reals(*found);
  if (std::ranges::any_of(values, [](double v) { return is_missing(v); })) {
    return data_error(
        fmt::format("{} of the {} table has missing values, and the measures need every value.",
                    at_start(name), which));
  }
  if (std::ranges::any_of(values, [](double v) { return std::isinf(v); })) {
    return data_error(
        fmt::format("{} of the {} table has an infinite value.", at_start(name), which));
  }
  return values;
}

}  // namespace

std::vector<std::string> measured_names(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (column.role == Role::mask) names.push_back(column.name);
  }
  return names;
}

double largest_magnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

int safe_exponent(double largest) {
  constexpr int widest = 200;
  if (largest == 0) return 0;
  const int exponent = std::ilogb(largest);
  return std::abs(exponent) > widest ? exponent : 0;
}

std::vector<int> common_exponents(const Numbers& original, const Numbers& masked) {
  constexpr int near = 50;
  std::vector<int> exponents = original.exponents;
  for (std::size_t j = 0; j < exponents.size(); ++j) {
    const double largest =
        std::max(std::ldexp(largest_magnitude(original.columns[j]), original.exponents[j]),
                 largest_magnitude(masked.columns[j]));
    const int wanted = safe_exponent(largest);
    const bool is_held = exponents[j] != 0 && wanted != 0 && std::abs(wanted - exponents[j]) < near;
    if (!is_held) exponents[j] = wanted;
  }
  return exponents;
}

Numbers rescaled(Numbers numbers, const std::vector<int>& exponents) {
  for (std::size_t j = 0; j < exponents.size(); ++j) {
    const int change = numbers.exponents[j] - exponents[j];
    if (change == 0) continue;
    for (double& value : numbers.columns[j]) value = std::ldexp(value, change);
  }
  if (numbers.exponents != exponents) {
    numbers.cells = interleaved(numbers.columns);
    numbers.exponents = exponents;
  }
  return numbers;
}

Result<Numbers> numbers_of(const Table& table, const std::vector<std::string>& names,
                           const std::string& which) {
  if (names.empty()) return data_error("There is no column to measure.");
  if (table.row_count() < 2) {
    return data_error(
        fmt::format("There must be at least 2 records to measure, and the {} table has {}.", which,
                    table.row_count()));
  }
  Numbers numbers{names, std::vector<int>(names.size(), 0), {}, {}};
  for (const std::string& name : names) {
    auto values = measured_column(table, name, which);
    if (!values) return values.error();
    numbers.columns.push_back(*std::move(values));
  }
  numbers.cells = interleaved(numbers.columns);
  return numbers;
}

}  // namespace overhand::statistics
