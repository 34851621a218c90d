// What a cell of a text file looks like.
#pragma once

#include <array>
#include <string_view>

namespace overhand::io {

// How a missing value is written.
constexpr std::array<std::string_view, 4> missing_spellings = {"", "NA", "NaN", "nan"};
bool is_missing_cell(std::string_view cell);

// Also how it is written, but only among numbers and dates: it may be a text of its own.
constexpr std::array<std::string_view, 6> missing_among_numbers = {"n/a",  "N/A", "null",
                                                                   "NULL", ".",   "-"};
bool is_missing_among_numbers(std::string_view cell);

bool is_number_cell(std::string_view cell);

// 0x1f: a code, which Arrow takes for a number.
bool is_hexadecimal_cell(std::string_view cell);

// 2019: a number that is often a column's name.
bool is_year_cell(std::string_view cell);

}  // namespace overhand::io
