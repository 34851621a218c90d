// Sums over the records of a unit: a household's income is that of its members together.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "overhand/table/classes.h"
#include "overhand/table/table.h"

namespace overhand::relations {

// What a gap does to the sum of its unit.
enum class Gaps {
  spread,    // the sum is a gap
  left_out,  // the sum is that of the others; of gaps alone it is a gap
  nothing,   // the same, and of gaps alone it is 0
};
inline constexpr std::array every_reading_of_gaps = {Gaps::spread, Gaps::left_out, Gaps::nothing};

// The column of "sum(column)"; nothing of any other text.
std::optional<std::string> summed_column(const std::string& formula);

// For each record what its unit has in all.
Reals sums_over(const Classes& units, const Cells<double>& values, Gaps gaps);

// Formulas such as "hhincome = sum(pincome)", for derivations(): a number to mask that is in every
// unit the sum of another one over its records, by one reading of gaps. None where fewer than 50
// units have two records or more to add up, or where their sums do not vary: that may be chance.
std::vector<std::string> unit_sums(const Table& table, const std::string& unit);

}  // namespace overhand::relations
