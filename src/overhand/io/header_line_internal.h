// Whether the first line of a text is a header.
#pragma once

#include <string>
#include <vector>

namespace overhand::io {

using Fields = std::vector<std::string>;

// Whether the first line holds values rather than names, by the records below it: most cells above
// numbers are numbers themselves, or a text occurs again below. Years are names, unless there are
// years below.
bool looks_like_record(const Fields& first, const std::vector<Fields>& below);

}  // namespace overhand::io
