// What a file is by its first bytes, where that is not what its name says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "overhand/io/format.h"

namespace overhand::io {

// "by its content this is an Excel workbook; give it the extension .xlsx", or nothing where the
// content may be what the name says.
std::optional<std::string> mismatch(std::string_view first_bytes, const Format& format);

// The same of what is no text, or one in an encoding that is not read.
std::optional<std::string> no_text(std::string_view first_bytes);

// The number of the first line that is not UTF-8.
std::optional<std::size_t> first_line_not_utf8(std::string_view text);

}  // namespace overhand::io
