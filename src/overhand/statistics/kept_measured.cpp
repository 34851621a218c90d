#include "overhand/statistics/kept_measured.h"

#include <cassert>
#include <cmath>

#include "overhand/table/amounts.h"
#include "overhand/table/classes.h"
#include "overhand/table/levels.h"

namespace overhand::statistics {
namespace {

constexpr std::size_t records_for_each_level = 5;

bool is_for_grouping(const Column& column, std::size_t values) {
  return values * records_for_each_level <= column.size();
}

Column as_category(const Column& column) {
  return {column.name, type::Category{}, texts_of(column)};
}

// Missing all through where the column says no numbers.
Column as_number(const Column& column) {
  const auto said = amounts(column);
  Reals values(column.size(), missing_real);
  for (std::size_t i = 0; said && i < values.size(); ++i) {
    if (std::isfinite((*said)[i])) values[i] = (*said)[i];
  }
  return {column.name, std::move(values)};
}

// Their names are there, and nothing is infinite.
Measured in_safe_units(Result<Measured> measured) {
  assert(measured);
  std::vector<int> exponents;
  for (const Reals& column : measured->numbers.columns) {
    exponents.push_back(safe_exponent(largest_magnitude(column)));
  }
  measured->numbers = rescaled(std::move(measured->numbers), exponents);
  return *std::move(measured);
}

}  // namespace

KeptMeasured kept_measured(const Table& original) {
  KeptMeasured kept;
  std::vector<Column> seen;
  for (const Column& column : original.columns()) {
    if (column.role != Role::keep || original.row_count() < 2) continue;
    const std::size_t values = class_count(value_numbers(column));
    if (values < 2) continue;
    if (is_for_grouping(column, values)) {
      seen.push_back(as_category(column));
    } else if (has_amounts(column)) {
      seen.push_back(as_number(column));
    } else {
      kept.left_out.push_back(column.name);
    }
  }
  if (seen.empty()) return kept;
  const Table table(std::move(seen));
  kept.columns = in_safe_units(measured_of(table, column_names(table), "original"));
  return kept;
}

Measured kept_measured_like(const Measured& original, const Table& masked) {
  std::vector<Column> seen;
  const auto add = [&](const std::string& name, Column (*as)(const Column&)) {
    const auto place = find_column(masked, name);
    seen.push_back(place ? as(masked.columns()[*place])
                         : as_number({name, Reals(masked.row_count(), missing_real)}));
  };
  for (std::size_t j = 0; j < original.numbers.amounts; ++j) {
    add(original.numbers.names[j], &as_number);
  }
  for (const Category& category : original.categories) add(category.name, &as_category);
  if (seen.empty()) return {};
  return in_safe_units(measured_like(original, Table(std::move(seen)), "masked"));
}

}  // namespace overhand::statistics
