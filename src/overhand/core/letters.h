// Digits and letters, whatever the locale. Every byte beyond ASCII counts as a letter: in UTF-8 the
// bytes of letters of all alphabets are.
#pragma once

namespace overhand {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr char in_small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_letter(char c) {
  return (in_small(c) >= 'a' && in_small(c) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace overhand
