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

// The same of a text that is in no encoding we read: UTF-16, or no text at all.
std::optional<std::string> foreign_encoding(std::string_view first_bytes);

// The number of the first line that is not UTF-8.
std::optional<std::size_t> first_line_not_utf8(std::string_view text);

// What to say about such a line.
constexpr std::string_view not_utf8 =
    "a letter that is not in UTF-8; the text is perhaps in Latin-1 (Windows-1252), and only UTF-8 "
    "is read as yet: save it as UTF-8";

}  // namespace overhand::io
