// Amounts: a column as numbers to compute with, whatever becomes of it.
#pragma once

#include <optional>

#include "overhand/table/column.h"

namespace overhand {

// By what a stored value is divided to be an amount, a day or a second; none where it is no number.
std::optional<double> unit_of(const Type& type);

// Amounts go with amounts, and each kind of time with its own.
bool are_alike(const Type& a, const Type& b);

// Quantities as they are, dates in days, times and durations in seconds. A text that is kept has
// the numbers that it says, where it says nothing else but gaps. None of any other column.
std::optional<Cells<double>> amounts(const Column& column);
bool has_amounts(const Column& column);

}  // namespace overhand
