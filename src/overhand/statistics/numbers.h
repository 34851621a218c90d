// Numbers: the ordered columns of a table that are measured, as reals.
//
// Kept twice: by column, for sorting and moments, and by record, so that a measure that pairs
// records reads one stretch of memory for each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::statistics {

struct Numbers {
  std::vector<std::string> names;
  std::vector<int> exponents;          // column j is stored divided by 2^exponents[j]
  std::vector<Reals> columns;          // a gap is a missing real
  std::vector<std::size_t> gaps = {};  // of each column
  std::size_t amounts = 0;             // the first ones; the others are places of ordered levels
  Reals cells = {};                    // record after record

  std::size_t row_count() const { return columns.empty() ? 0 : columns.front().size(); }
  std::size_t column_count() const { return columns.size(); }
  std::size_t present(std::size_t column) const { return columns[column].size() - gaps[column]; }
  bool has_gaps() const {
    return std::ranges::any_of(gaps, [](std::size_t count) { return count > 0; });
  }
  std::span<const double> record(std::size_t row) const {
    return std::span(cells).subspan(row * column_count(), column_count());
  }
};

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
