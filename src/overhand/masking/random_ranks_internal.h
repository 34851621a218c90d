// Columns without amounts, and columns with gaps, as random ranks: the way by which methods that
// move values by rank take them (E. Chaibub Neto's TabSDS encodes categories so).
#pragma once

#include "overhand/masking/masked.h"
#include "overhand/random/stream.h"

namespace overhand::masking {

// A rank of its own for each record, 0 to n - 1: by level (column_levels_internal.h), at random
// within a level. `column` is its number in the table, which names its chance.
Integers random_ranks_of_levels(const Column& column, std::uint32_t column_number,
                                const random::Key& key);

// The values of a column of numbers, dates or times, a gap above all of them.
Reals numbers_with_gaps_above(const Column& column);

// The rows in ascending order of `values`, equal ones in the random order of that name.
Lineage ranked_rows(const Reals& values, const random::StreamName& ties, const random::Key& key);

// Whether as_numbers() gives the column as ranks: levels, and whatever has a gap.
bool goes_by_rank(const Column& column);

// The table as complete numbers: numbers as they are, dates and times as their whole numbers,
// columns that go by rank as random ranks, a gap above every value.
Table as_numbers(const Table& original, const random::Key& key);

// The values of `column` in ascending order, the smallest at the smallest of `scores`; equal scores
// in row order. `numbers` is the same column of as_numbers().
Values at_ranks_of(std::span<const double> scores, const Column& column, const Column& numbers);

}  // namespace overhand::masking
