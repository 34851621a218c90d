// Text that comes from files and people: is it UTF-8, how is it shown in a sentence or a command,
// and which of the words there are did they mean.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace overhand {

bool is_utf8(std::string_view text);

// The text on one line of a terminal: control characters, marks that turn the direction of writing
// and bytes that are not UTF-8 as \n, \t, \r, \x1b or \u202e. Shown twice is shown once.
std::string printable(std::string_view text);

// The text, or where it has more bytes than `longest` the whole letters in so many, and `mark`.
std::string shortened(std::string_view text, std::size_t longest, std::string_view mark = "...");

// The number that the whole text says, as std::from_chars reads it; none where it says none.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

// The same, but for infinite ones and "nan".
std::optional<double> finite_number_of(std::string_view text);

// The text as one word of a shell, in single quotes where it needs them.
std::string shell_word(std::string_view text);

// The word of `words` that `typed` is most likely a slip of; none where all are far from it.
std::optional<std::string> most_like(std::string_view typed, const std::vector<std::string>& words);

}  // namespace overhand
