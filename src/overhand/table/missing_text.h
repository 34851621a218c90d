// How missing values are written in cells of text.
#pragma once

#include <array>
#include <string_view>

namespace overhand {

constexpr std::array<std::string_view, 4> missing_spellings = {"", "NA", "NaN", "nan"};
bool is_missing_cell(std::string_view cell);

// Also how it is written, but only among numbers and dates: it may be a text of its own.
constexpr std::array<std::string_view, 6> missing_among_numbers = {"n/a",  "N/A", "null",
                                                                   "NULL", ".",   "-"};
bool is_missing_among_numbers(std::string_view cell);

}  // namespace overhand
