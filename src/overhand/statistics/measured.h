// Measured: the columns of a table that are measured, as measures can compute with them.
//
// What has an order is among the numbers: amounts, dates in days, times and durations in seconds,
// and after them the places of ordered categories. What has levels is among the categories:
// categories, ordered ones too, booleans and texts. A gap is a value like any other: a missing real
// among numbers, the code `gap` among categories.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/statistics/numbers.h"
#include "overhand/table/table.h"

namespace overhand::statistics {

// Levels by code, the same code for the same level in the original and in the masked table.
struct Category {
  static constexpr Code gap = 0;

  std::string name;
  bool is_ordered = false;
  std::vector<std::string> levels;  // of the codes 1, 2, ...; those of the original first
  std::size_t known_levels = 0;     // so many are of the original
  std::vector<Code> codes;

  std::size_t code_count() const { return levels.size() + 1; }
  // For people: "(missing)" for a gap.
  std::string name_of(Code code) const;
};

struct Measured {
  std::size_t rows = 0;
  Numbers numbers;
  std::vector<Type> types;  // of the amounts
  std::vector<Category> categories;
  bool is_mixed = false;  // it, or the table that it is held against, has categories or gaps

  // All columns, each once: amounts, then categories.
  std::size_t dimension_count() const { return numbers.amounts + categories.size(); }
};

// The columns of `table` with these names. Fails on a name that is not there, on infinite values
// and on fewer than 2 records. `which` names the table in errors: "original", "masked".
Result<Measured> measured_of(const Table& table, const std::vector<std::string>& names,
                             const std::string& which);

// The same columns of another table, by the same types and codes.
Result<Measured> measured_like(const Measured& original, const Table& table,
                               const std::string& which);

// Both tables in one unit, and as mixed ones where one of them is.
std::pair<Measured, Measured> in_common_terms(Measured original, Measured masked);

// The names of the columns that are to be masked, which are the ones to measure.
std::vector<std::string> measured_names(const Table& table);
// All columns of it, numbers first.
std::vector<std::string> names_of(const Measured& measured);

}  // namespace overhand::statistics
