// Numbers that a cell's style shows as codes: zip codes, numbers of persons and telephones.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace overhand::io {

// Whether a format, as a workbook spells it, is one of codes: nothing but digits, two to fifteen,
// and signs before and between them, with zeros in front ("00000", "000-00-0000") or with signs
// that no amount has inside ("[<=9999999]###-####;(###) ###-####").
bool shows_codes(std::string_view format);

// The number, as a document spells it, as such a format shows it; none where it is no whole number
// from 0 on.
std::optional<std::string> code_of(std::string_view spelled, std::string_view format);

// The whole number that such a format shows so.
std::optional<std::string> number_in_code(std::string_view code, std::string_view format);

// Whether a text is how the number, as a document spells it, is shown as a code.
bool is_code_of(std::string_view text, std::string_view spelled);

}  // namespace overhand::io
