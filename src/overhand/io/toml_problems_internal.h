// Where a TOML text is wrong, in sentences.
#pragma once

#include <string>
#include <string_view>

#include "overhand/core/error.h"

namespace overhand::io {

// What the parser says of the text at this line and character, from 1. What stands there twice is
// told by the name of its column.
Error toml_problem(std::string_view text, const std::string& file, std::string_view description,
                   std::size_t line, std::size_t character);

}  // namespace overhand::io
