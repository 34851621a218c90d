#include "overhand/core/text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>

namespace overhand {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: not UTF-8 here
};

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// How many bytes the character that begins with `first` has, and the smallest code that needs them.
struct Length {
  std::size_t bytes;
  std::uint32_t least;
};

Length length_of(unsigned char first) {
  if (first < 0x80) return {1, 0};
  if (first >= 0xC2 && first < 0xE0) return {2, 0x80};
  if (first >= 0xE0 && first < 0xF0) return {3, 0x800};
  if (first >= 0xF0 && first < 0xF5) return {4, 0x10000};
  return {0, 0};
}

// The first character of `text`, by the table of RFC 3629.
Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const auto [bytes, least] = length_of(first);
  if (bytes == 0 || text.size() < bytes) return {};
  if (bytes == 1) return {first, 1};
  std::uint32_t code = first & (0xFFU >> (bytes + 1));
  for (const char byte : text.substr(1, bytes - 1)) {
    if (!is_continuation(byte)) return {};
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least || code > 0x10FFFF || is_surrogate) return {};
  return {code, bytes};
}

// What moves the cursor, ends the line or turns the direction of writing.
bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

std::string hex(std::uint32_t number, int digits) {
  constexpr std::string_view all = "0123456789abcdef";
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += all[number >> shift & 0xFU];
  return text;
}

std::string escaped(std::uint32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  return code < 0x80 ? "\\x" + hex(code, 2) : "\\u" + hex(code, 4);
}

bool is_plain_in_shell(unsigned char c) {
  return c >= 0x80 || std::isalnum(c) != 0 ||
         std::string_view("_-+./:@%,=").find(static_cast<char>(c)) != std::string_view::npos;
}

// Slips from one word to the other: a letter too many, too few or wrong, or two that changed
// places (the optimal string alignment distance).
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) table[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) table[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t wrong = a[i - 1] == b[j - 1] ? 0 : 1;
      table[i][j] =
          std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + wrong});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[a.size()][b.size()];
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.bytes == 0) return false;
    text.remove_prefix(character.bytes);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    if (bytes == 0)
      shown += "\\x" + hex(static_cast<unsigned char>(text.front()), 2);
    else if (is_control(code))
      shown += escaped(code);
    else
      shown += text.substr(0, bytes);
    text.remove_prefix(std::max(bytes, std::size_t{1}));
  }
  return shown;
}

std::string shortened(std::string_view text, std::size_t longest, std::string_view mark) {
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest;
  while (end > 0 && is_continuation(text[end])) --end;
  return std::string(text.substr(0, end)).append(mark);
}

std::optional<double> finite_number_of(std::string_view text) {
  const auto number = number_of<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, is_plain_in_shell)) return std::string(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::optional<std::string> most_like(std::string_view typed,
                                     const std::vector<std::string>& words) {
  constexpr std::size_t longest = 100;  // of what can be a slip
  if (typed.size() > longest || words.empty()) return std::nullopt;
  const auto distance = [&](const std::string& word) {
    const bool is_beginning = typed.size() > 2 && word.starts_with(typed);
    return is_beginning ? std::size_t{1} : slips(typed, word);
  };
  const auto best = std::ranges::min_element(words, {}, distance);
  const std::size_t most = std::max(typed.size(), best->size()) / 3;
  if (distance(*best) > most) return std::nullopt;
  return *best;
}

}  // namespace overhand
