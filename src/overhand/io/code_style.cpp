#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "overhand/core/text.h"
#include "overhand/io/code_style_internal.h"
#include "overhand/table/number_text.h"

namespace overhand::io {
namespace {

constexpr std::size_t most_digits = 15;  // that Excel shows of a number

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Inside an amount there is none of these; a dash in front would be a minus.
bool is_of_codes(char sign) { return sign == '-' || sign == '/' || sign == '(' || sign == ')'; }

struct Piece {
  char sign;
  bool is_place = false;  // of a digit: 0 or #, which shows none where there is none
};

using Pieces = std::vector<Piece>;

// Takes "[<=9999999]" and the like off the front: colours and languages, or the condition.
std::string_view take_brackets(std::string_view& section) {
  std::string_view condition;
  while (section.starts_with('[')) {
    const std::size_t end = section.find(']');
    if (end == std::string_view::npos) break;
    const std::string_view inside = section.substr(1, end - 1);
    if (inside.starts_with('<') || inside.starts_with('>') || inside.starts_with('=')) {
      condition = inside;
    }
    section.remove_prefix(end + 1);
  }
  return condition;
}

// The signs in quotes or behind a backslash, taken off the front.
std::optional<std::string_view> take_literal(std::string_view& section) {
  if (section.starts_with('"')) {
    const std::size_t end = section.find('"', 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = section.substr(1, end - 1);
    section.remove_prefix(end + 1);
    return inside;
  }
  if (section.starts_with('\\')) section.remove_prefix(1);
  const std::string_view one = section.substr(0, 1);
  section.remove_prefix(one.size());
  return one;
}

std::optional<Pieces> pieces_of(std::string_view section) {
  constexpr std::string_view shown_as_they_are = "-+() ";
  Pieces pieces;
  while (!section.empty()) {
    const char c = section.front();
    if (c == '0' || c == '#') {
      pieces.push_back({c, true});
      section.remove_prefix(1);
      continue;
    }
    const bool is_literal = c == '"' || c == '\\' || shown_as_they_are.find(c) != std::string::npos;
    const auto literal = is_literal ? take_literal(section) : std::nullopt;
    if (!literal) return std::nullopt;
    for (const char sign : *literal) pieces.push_back({sign});
  }
  return pieces;
}

bool can_stand_between(const Piece& piece) {
  return piece.is_place || piece.sign == ' ' || is_of_codes(piece.sign);
}

bool can_stand_before(std::span<const Piece> signs) {
  constexpr std::string_view of_numbers = "+-.,' ";
  const auto is_of_number = [&](const Piece& piece) {
    return of_numbers.find(piece.sign) != std::string_view::npos;
  };
  if (signs.empty()) return true;
  return std::ranges::none_of(signs, is_digit, &Piece::sign) &&
         !std::ranges::all_of(signs, is_of_number);
}

bool are_of_codes(const Pieces& pieces) {
  const auto places = static_cast<std::size_t>(std::ranges::count_if(pieces, &Piece::is_place));
  // A sign behind the digits is a unit: 00 kg.
  if (places < 2 || places > most_digits || !pieces.back().is_place) return false;
  const auto first = std::ranges::find_if(pieces, &Piece::is_place);
  const std::span before(pieces.begin(), first);
  const std::span between(first, pieces.end());
  // What is shown must be no other number: 118 of 18, -05 of 5, 1E5 of 15.
  if (!can_stand_before(before) || !std::ranges::all_of(between, can_stand_between)) return false;
  return first->sign == '0' || std::ranges::any_of(between, [](const Piece& piece) {
           return !piece.is_place && is_of_codes(piece.sign);
         });
}

// A section of a format, with the condition under which it is taken.
struct Section {
  std::string_view condition;
  Pieces pieces;
};

std::optional<Section> section_of(std::string_view text) {
  Section section;
  section.condition = take_brackets(text);
  auto pieces = pieces_of(text);
  if (!pieces || !are_of_codes(*pieces)) return std::nullopt;
  section.pieces = *std::move(pieces);
  return section;
}

// The first section, which is for numbers from 0 on, or where it has a condition the first two.
std::vector<Section> sections_of(std::string_view format) {
  constexpr std::size_t longest = 255;  // that Excel takes
  if (format.size() > longest) return {};
  const std::size_t end = std::min(format.find(';'), format.size());
  auto first = section_of(format.substr(0, end));
  if (!first) return {};
  const bool is_conditional = !first->condition.empty();
  std::vector<Section> sections = {*std::move(first)};
  if (!is_conditional || end == format.size()) return sections;
  const std::string_view rest = format.substr(end + 1);
  auto second = section_of(rest.substr(0, rest.find(';')));
  if (!second) return {};
  sections.push_back(*std::move(second));
  return sections;
}

bool holds(std::string_view condition, double number) {
  if (condition.empty()) return true;
  const std::size_t digits = std::min(condition.find_first_of("0123456789."), condition.size());
  const auto bound = number_of<double>(condition.substr(digits));
  const std::string_view sign = condition.substr(0, digits);
  if (!bound) return false;
  if (sign == "<=") return number <= *bound;
  if (sign == "<") return number < *bound;
  if (sign == ">=") return number >= *bound;
  if (sign == ">") return number > *bound;
  return sign == "=" && number == *bound;
}

// The digits at their places, from the last on; what is left over stands at the first place.
std::string shown(const Pieces& pieces, std::string digits) {
  const auto first = std::ranges::find_if(pieces, &Piece::is_place);
  std::string text;
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
    if (!piece->is_place) {
      text += piece->sign;
      continue;
    }
    if (digits.empty() && piece->sign == '0') text += '0';
    const bool takes_all = piece.base() - 1 == first;
    for (bool is_more = !digits.empty(); is_more; is_more = takes_all && !digits.empty()) {
      text += digits.back();
      digits.pop_back();
    }
  }
  std::ranges::reverse(text);
  return text;
}

std::optional<std::int64_t> whole_of(std::string_view spelled) {
  constexpr double beyond = 1e15;
  const auto number = number_of<double>(spelled);
  if (!number || !(*number >= 0 && *number < beyond) || std::trunc(*number) != *number) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*number);
}

std::string digits_in(std::string_view text) {
  std::string digits;
  std::ranges::copy_if(text, std::back_inserter(digits), is_digit);
  return digits;
}

}  // namespace

bool shows_codes(std::string_view format) { return !sections_of(format).empty(); }

std::optional<std::string> code_of(std::string_view spelled, std::string_view format) {
  const auto number = whole_of(spelled);
  const auto sections = sections_of(format);
  if (!number || sections.empty()) return std::nullopt;
  const bool is_first = holds(sections.front().condition, static_cast<double>(*number));
  return shown((is_first ? sections.front() : sections.back()).pieces, std::to_string(*number));
}

std::optional<std::string> number_in_code(std::string_view code, std::string_view format) {
  const std::string digits = digits_in(code);
  const auto value = number_of<std::int64_t>(digits);
  if (digits.size() > most_digits || !value) return std::nullopt;
  const std::string number = std::to_string(*value);
  return code_of(number, format) == code ? std::optional(number) : std::nullopt;
}

bool is_code_of(std::string_view text, std::string_view spelled) {
  const auto number = whole_of(spelled);
  if (!number || text.empty() || !is_digit(text.back())) return false;
  const bool is_plain = std::ranges::all_of(text, is_digit);
  const bool has_signs = std::ranges::any_of(text, is_of_codes);
  const bool is_known = text.find_first_not_of("0123456789-/() ") == std::string_view::npos;
  const std::string digits = digits_in(text);
  if (is_plain ? !has_leading_zero(text) : !has_signs || !is_known) return false;
  return digits.size() <= most_digits && fmt::format("{:0{}}", *number, digits.size()) == digits;
}

}  // namespace overhand::io
