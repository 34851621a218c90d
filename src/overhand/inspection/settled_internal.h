// A column as what its values are, whatever its file could say about them.
#pragma once

#include "overhand/table/column.h"

namespace overhand::inspection {

// Whole reals below 2^53 as integers; timestamps without a zone, all midnight, and texts that are
// all dates as dates; texts that are all true or false in one spelling as boolean; a column without
// a value as text. Any other as it is.
Column settled(const Column& column);

// The same of numbers alone, at the cost of one look at each.
Column settled_numbers(const Column& column);

}  // namespace overhand::inspection
