// What a cell of a text file looks like.
#pragma once

#include <string_view>

#include "overhand/table/missing_text.h"

namespace overhand::io {

bool is_number_cell(std::string_view cell);

// 0x1f: a code, which Arrow takes for a number.
bool is_hexadecimal_cell(std::string_view cell);

// 2019: a number that is often a column's name.
bool is_year_cell(std::string_view cell);

}  // namespace overhand::io
