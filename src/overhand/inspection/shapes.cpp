#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "overhand/core/letters.h"
#include "overhand/core/text.h"
#include "overhand/inspection/shapes_internal.h"
#include "overhand/table/date_text.h"

namespace overhand::inspection {
namespace {

constexpr double nearly_all = 0.9;

bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

template <class Is>
bool is_in_most_records(const Texts& texts, const Is& is) {
  const auto counts = texts.level_counts();
  std::size_t present = 0;
  std::size_t such = 0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    present += counts[code];
    if (counts[code] > 0 && is(texts.dictionary()[code])) such += counts[code];
  }
  return present > 0 && static_cast<double>(such) >= nearly_all * static_cast<double>(present);
}

// A word of a name: McDonald, O'Neil, Smith-Jones, J.
bool is_name_word(std::string_view word) {
  if (word.empty() || !(is_capital(word.front()) || is_beyond_ascii(word.front()))) return false;
  return std::ranges::all_of(
      word, [](char c) { return is_letter(c) || c == '-' || c == '\'' || c == '.' || c == ','; });
}

bool is_date_or_fraction(std::string_view text) {
  const bool is_fraction =
      text.find('.') != std::string_view::npos && finite_number_of(text).has_value();
  return is_fraction || is_date(text);
}

}  // namespace

bool is_email(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == 0 || at == std::string_view::npos || text.find('@', at + 1) != std::string_view::npos) {
    return false;
  }
  const std::string_view host = text.substr(at + 1);
  const std::size_t dot = host.rfind('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < host.size() &&
         text.find(' ') == std::string_view::npos;
}

bool is_uuid(std::string_view text) {
  constexpr std::array<std::size_t, 4> dashes = {8, 13, 18, 23};
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_dash = std::ranges::find(dashes, i) != dashes.end();
    if (is_dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

bool is_iban(std::string_view text) {
  std::string letters(text);
  std::erase(letters, ' ');
  constexpr std::size_t shortest = 15;
  constexpr std::size_t longest = 34;
  if (letters.size() < shortest || letters.size() > longest) return false;
  return is_capital(letters[0]) && is_capital(letters[1]) && is_digit(letters[2]) &&
         is_digit(letters[3]) &&
         std::ranges::all_of(letters, [](char c) { return is_digit(c) || is_capital(c); });
}

bool is_phone(std::string_view text) {
  constexpr std::string_view marks = " -/().+";
  const auto digits = std::ranges::count_if(text, is_digit);
  const bool is_of_both = std::ranges::all_of(
      text, [&](char c) { return is_digit(c) || marks.find(c) != std::string_view::npos; });
  if (!is_of_both || digits < 7 || digits > 15 || is_date_or_fraction(text)) return false;
  return text.front() == '+' || text.front() == '0' || text.front() == '(';
}

bool is_persons_name(std::string_view text) {
  std::size_t words = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (!is_name_word(text.substr(0, end))) return false;
    ++words;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words >= 2 && words <= 4;
}

std::optional<Shape> shape_of(const Texts& texts) {
  using Is = bool (*)(std::string_view);
  constexpr std::array<std::pair<Shape, Is>, 4> shapes = {{{Shape::email, is_email},
                                                           {Shape::uuid, is_uuid},
                                                           {Shape::iban, is_iban},
                                                           {Shape::phone, is_phone}}};
  for (const auto& [shape, is] : shapes) {
    if (is_in_most_records(texts, is)) return shape;
  }
  return std::nullopt;
}

bool are_persons_names(const Texts& texts) { return is_in_most_records(texts, is_persons_name); }

bool are_digits_of_one_length(const Texts& texts) {
  const auto counts = texts.level_counts();
  constexpr std::size_t shortest = 2;
  std::size_t length = 0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    const std::string_view text = texts.dictionary()[code];
    if (length == 0) length = text.size();
    if (text.size() != length || !std::ranges::all_of(text, is_digit)) return false;
  }
  return length >= shortest;
}

}  // namespace overhand::inspection
