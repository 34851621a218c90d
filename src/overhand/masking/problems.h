// What can be wrong with a table, or with an option for that table, before any masking: sentences
// for the user. What is wrong with an option for every table its limits say (option.h).
#pragma once

#include <optional>
#include <string>

#include "overhand/core/result.h"
#include "overhand/statistics/range.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// Fewer than two records or two columns to mask (there is nothing to hide among), or one of text.
std::optional<Error> problem_with_shape(const Table& table);

// The extremes of a column are infinite.
std::optional<Error> problem_with_range(const Column& column, statistics::Range range);

// Any of these.
std::optional<Error> problem_with_table(const Table& table);

// The same, or a missing value or one beyond 1e140: most methods do arithmetic with every value.
std::optional<Error> problem_with_complete_table(const Table& table);

// A group of more records than there are.
std::optional<Error> problem_with_k(int k, std::size_t records);

// A column whose values are all equal, where `why` says what cannot be done with it.
std::optional<Error> problem_with_constant_column(const Table& table, const char* why);

}  // namespace overhand::masking
