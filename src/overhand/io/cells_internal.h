// What a cell of a text file looks like.
#pragma once

#include <array>
#include <string_view>

namespace overhand::io {

// How a missing value is written.
constexpr std::array<std::string_view, 4> missing_spellings = {"", "NA", "NaN", "nan"};
bool is_missing_cell(std::string_view cell);

bool is_number_cell(std::string_view cell);

// 1,5 or 1.234,50: a number as many write it, but not one that is read as yet.
bool has_decimal_comma(std::string_view cell);

// 2019: a number that is often a column's name.
bool is_year_cell(std::string_view cell);

}  // namespace overhand::io
