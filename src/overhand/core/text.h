// Text that comes from files and people: is it UTF-8, how is it shown in a sentence or a command,
// and which of the words there are did they mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace overhand {

bool is_utf8(std::string_view text);

// The text on one line of a terminal: control characters, marks that turn the direction of writing
// and bytes that are not UTF-8 as \n, \t, \r, \x1b or \u202e. Shown twice is shown once.
std::string printable(std::string_view text);

// The text as one word of a shell, in single quotes where it needs them.
std::string shell_word(std::string_view text);

// The word of `words` that `typed` is most likely a slip of; none where all are far from it.
std::optional<std::string> most_like(std::string_view typed, const std::vector<std::string>& words);

}  // namespace overhand
