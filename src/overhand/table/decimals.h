// How finely the values of a column are written.
#pragma once

#include <cstdint>
#include <optional>

#include "overhand/table/column.h"

namespace overhand {

double rounded(double value, int decimals);

// The fewest decimals that write every value of the column, where six do.
std::optional<int> decimals_of(const Column& column);

// Of times and durations the largest of day, hour, minute, second, thousandth and so on that all of
// them are whole in; of other columns their decimals.
struct Grain {
  std::optional<int> decimals;
  std::int64_t step = 1;  // units of the column
};
Grain grain_of(const Column& column);

// The nearest value that is so written.
double as_written(double value, const Grain& grain);
std::int64_t as_written(std::int64_t value, const Grain& grain);

}  // namespace overhand
