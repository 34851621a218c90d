// Numbers: the columns of a table that are measured, as reals, without missing values.
//
// Kept twice: by column, for sorting and moments, and by record, so that a measure that pairs
// records reads one stretch of memory for each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::statistics {

struct Numbers {
  std::vector<std::string> names;
  std::vector<int> exponents;  // column j is stored divided by 2^exponents[j]
  std::vector<Reals> columns;
  Reals cells;  // record after record

  std::size_t row_count() const { return columns.empty() ? 0 : columns.front().size(); }
  std::size_t column_count() const { return columns.size(); }
  std::span<const double> record(std::size_t row) const {
    return std::span(cells).subspan(row * column_count(), column_count());
  }
};

// The columns of `table` with these names, in this order. Fails on a name that is not there, on
// text, and on missing or infinite values. `which` names the table in errors: "original", "masked".
Result<Numbers> numbers_of(const Table& table, const std::vector<std::string>& names,
                           const std::string& which);

// The names of the columns that are to be masked, which are the ones to measure.
std::vector<std::string> measured_names(const Table& table);

double largest_magnitude(std::span<const double> values);

// The power of two by which a column is divided so that fourth powers of its values neither
// overflow nor vanish: 0 unless the largest magnitude is beyond 2^200 or below 2^-200. Exact, and
// without effect on any measure that does not depend on the unit.
int safe_exponent(double largest);

// One unit for both tables: the original's own where it can hold the masked values as well.
std::vector<int> common_exponents(const Numbers& original, const Numbers& masked);

// The same numbers with column j divided by 2^exponents[j] in all.
Numbers rescaled(Numbers numbers, const std::vector<int>& exponents);

}  // namespace overhand::statistics
