// Columns by which records can be told apart: names, numbers of persons, dates to the second.
#pragma once

#include <optional>

#include "overhand/table/table.h"

namespace overhand {

// A level, or a word for a value, that fewer records share gives them away.
constexpr std::size_t fewest_records = 20;

struct ValueCount {
  std::size_t present = 0;   // values that are not missing
  std::size_t distinct = 0;  // different ones among them
};
ValueCount count_values(const Column& column);

// Nearly as many values as records: at least 20 values, and 9 of 10 or more are different ones. In
// fewer records everything is nearly unique, a region too.
bool is_nearly_unique(const ValueCount& count);

// What a person would call an identifier before any role is chosen: what is nearly unique and is
// text, or whole numbers that fill half of their range or more, counted in their common step, or of
// which 9 of 10 have 8 digits or more, also where they are reals because no integer of 2^53 held
// them. Measurements are nearly unique as well, but are masked; they
// do not fill their range: of numbers drawn at random from twice as many at most 8 of 10 are
// different.
bool looks_like_identifier(const Column& column, const ValueCount& count);
bool looks_like_identifier(const Column& column);  // counts only where it is possible

// Columns to keep, of any type, that are nearly unique: one sentence that names them all.
std::optional<Error> problem_with_kept_identifiers(const Table& table);

}  // namespace overhand
