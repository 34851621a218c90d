// A column as its plan says: of the planned type, its levels in order, what means missing missing.
#pragma once

#include "overhand/core/result.h"
#include "overhand/table/column.h"
#include "overhand/table/column_plan.h"
#include "overhand/table/table.h"

namespace overhand {

// A value that means missing is compared as what the column holds: -99 is also -99.0. A text column
// of which nothing but numbers is left then is one of numbers, unless its plan says otherwise.
//
// Fails where a value does not fit, with its record in the error's place: "is to be an integer
// ...". The sentence goes on from the name of the column, and tells no value.
// Numbers in texts have the sign `decimal`.
Result<Column> retyped(const Column& column, const ColumnPlan& plan, char decimal = '.');

// A table from another file than `original`, of which it is a masked form: 0 and 1 are truth where
// that one has truth, because Stata and SPSS have none. All else stays as it is.
Table in_terms_of(const Table& original, Table table);

}  // namespace overhand
