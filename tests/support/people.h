// What tests ask of simulated people: columns by name, what is constant within a unit, shares.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "overhand/table/cell_text.h"
#include "overhand/table/table.h"

namespace overhand::testing {

inline const Column& column_of(const Table& table, std::string_view name) {
  return table.columns()[*find_column(table, name)];
}

// The numbers of a column that is not stored as text: dates as days.
inline Reals numbers_of(const Table& table, std::string_view name) {
  const Column& column = column_of(table, name);
  if (is_quantity(column.type)) return reals(column);
  Reals numbers;
  for (const std::int64_t value : std::get<Cells<std::int64_t>>(column.values)) {
    numbers.push_back(as_real(value));
  }
  return numbers;
}

// The cells as they stand in a CSV; a missing one is "".
inline std::vector<std::string> cells_of(const Table& table, std::string_view name) {
  std::vector<std::string> cells;
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    cells.push_back(cell_text(column_of(table, name), row).value_or(""));
  }
  return cells;
}

// Whether all records of one `unit` that have a value of `name` have the same.
inline bool is_constant_within(const Table& table, std::string_view unit, std::string_view name) {
  std::map<std::string, std::string> of_unit;
  const auto units = cells_of(table, unit);
  const auto cells = cells_of(table, name);
  for (std::size_t row = 0; row < cells.size(); ++row) {
    if (cells[row].empty()) continue;
    if (of_unit.emplace(units[row], cells[row]).first->second != cells[row]) return false;
  }
  return true;
}

// Six standard errors of a share of `count` independent draws: further away with a probability
// below 1e-8.
inline void expect_share(double expected, std::size_t found, std::size_t count,
                         const std::string& what) {
  const auto n = static_cast<double>(count);
  const double bound = 6 * std::sqrt(expected * (1 - expected) / n);
  EXPECT_NEAR(static_cast<double>(found) / n, expected, bound) << what;
}

// The values of two columns in the records that have both and pass.
template <class Passes>
std::pair<Reals, Reals> pairs_of(const Table& table, std::string_view a, std::string_view b,
                                 const Passes& passes) {
  const Reals all_a = numbers_of(table, a);
  const Reals all_b = numbers_of(table, b);
  std::pair<Reals, Reals> pairs;
  for (std::size_t row = 0; row < all_a.size(); ++row) {
    if (is_missing(all_a[row]) || is_missing(all_b[row]) || !passes(row)) continue;
    pairs.first.push_back(all_a[row]);
    pairs.second.push_back(all_b[row]);
  }
  return pairs;
}

}  // namespace overhand::testing
