// What can be wrong with a table or an option before any masking: sentences for the user.
#pragma once

#include <optional>

#include "overhand/core/result.h"
#include "overhand/masking/categorize.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// Fewer than two records or two columns (there is nothing to hide among), or a column of text.
std::optional<Error> problem_with_shape(const Table& table);

// The extremes of a column are infinite.
std::optional<Error> problem_with_range(const Column& column, Range range);

// Any of these.
std::optional<Error> problem_with_table(const Table& table);

std::optional<Error> problem_with_bins(int bins);

}  // namespace overhand::masking
