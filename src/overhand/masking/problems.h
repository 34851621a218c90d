// What can be wrong with a table, or with an option for that table, before any masking: sentences
// for the user. What is wrong with an option for every table its limits say (option.h).
#pragma once

#include <optional>
#include <string>

#include "overhand/core/result.h"
#include "overhand/masking/kinds.h"
#include "overhand/statistics/range.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// Fewer than two records or two columns to mask: there is nothing to hide among.
std::optional<Error> problem_with_shape(const Table& table);

// Columns of kinds that the method does not take, or with missing values that it does not: one
// sentence that names them all. `who` is the method, or the method with the option that is in the
// way.
std::optional<Error> problem_with_kinds(const Table& table, const std::string& who,
                                        const Takes& takes);

// The extremes of a column are infinite.
std::optional<Error> problem_with_range(const Column& column, statistics::Range range);

// Any of these.
std::optional<Error> problem_with_table(const Table& table, const std::string& who,
                                        const Takes& takes);

// An infinite number, or one beyond 1e140.
std::optional<Error> problem_with_magnitude(const Table& table);

// What is wrong with the table, or such a number: most methods do arithmetic with every value.
std::optional<Error> problem_with_numbers(const Table& table, const std::string& who,
                                          const Takes& takes);

// A group of more records than there are.
std::optional<Error> problem_with_k(int k, std::size_t records);

// A column whose values are all equal, where `why` says what cannot be done with it.
std::optional<Error> problem_with_constant_column(const Table& table, const char* why);

}  // namespace overhand::masking
