// How messages speak of columns. Names come out of files: they can be empty, hold control
// characters that would act on a terminal, or commas that a list of names needs for itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/text.h"

namespace overhand {

// The text as messages show it, cut where it is longer than a name needs to be told.
std::string told(std::string_view text);

// Names with commas between them: the first ones, and how many more there are.
std::string told(const std::vector<std::string>& names);

// "column 'age'", or "the column without a name"; at the start of a sentence "Column 'age'".
std::string in_words(std::string_view column);
std::string at_start(std::string_view column);

// The names as one word of a command line: '"a, b",age' is still two names when it is pasted.
std::string command_word(std::span<const std::string> columns);

}  // namespace overhand
