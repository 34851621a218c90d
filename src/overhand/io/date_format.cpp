#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "overhand/core/letters.h"
#include "overhand/io/date_format_internal.h"
#include "overhand/io/number_style_internal.h"
#include "overhand/table/date_text.h"

namespace overhand::io {
namespace {

// A run of one letter ("yyyy"), or a sign that is shown as it is.
struct FormatPart {
  char letter = 0;  // 0: shown as it is
  std::size_t length = 0;
  char sign = 0;
};

// Of the first section, without quotes, brackets and the like.
std::vector<FormatPart> parts_of(std::string_view format) {
  std::vector<FormatPart> parts;
  bool is_quoted = false;
  for (std::size_t i = 0; i < format.size(); ++i) {
    const char c = in_small(format[i]);
    if (c == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && c == ';') {
      break;
    } else if (!is_quoted && c == '[') {
      i = std::min(format.find(']', i), format.size());
    } else if (!is_quoted && c == '\\' && i + 1 < format.size()) {
      parts.push_back({.sign = format[++i]});
    } else if (is_quoted || (!is_letter(c) && c != '0')) {
      parts.push_back({.sign = format[i]});
    } else if (!parts.empty() && parts.back().letter == c) {
      ++parts.back().length;
    } else {
      parts.push_back({c, 1});
    }
  }
  return parts;
}

// The letter of the next part that has one, in that direction.
char neighbour(const std::vector<FormatPart>& parts, std::size_t i, std::ptrdiff_t step) {
  const auto at = [&](std::ptrdiff_t j) { return parts[static_cast<std::size_t>(j)].letter; };
  const auto end = static_cast<std::ptrdiff_t>(parts.size());
  for (auto j = static_cast<std::ptrdiff_t>(i) + step; j >= 0 && j < end; j += step) {
    if (at(j) != 0) return at(j);
  }
  return 0;
}

struct Example {
  int year, month, day, hour, minute, second;
};

std::optional<std::string> month_in(const Example& example, std::size_t length) {
  constexpr std::size_t short_length = 3;
  if (length < short_length) return fmt::format("{:0{}}", example.month, length);
  const auto name = month_names[static_cast<std::size_t>(example.month - 1)];
  if (length > short_length + 1) return std::nullopt;
  return std::string(length == short_length ? name.substr(0, short_length) : name);
}

std::optional<std::string> part_in(const Example& example, const FormatPart& part,
                                   bool is_minutes) {
  const auto digits = [&](int number) -> std::optional<std::string> {
    if (part.length > 2) return std::nullopt;
    return fmt::format("{:0{}}", number, part.length);
  };
  switch (part.letter) {
    case 'y':
      return fmt::format("{}", part.length > 2 ? example.year : example.year % 100);
    case 'm':
      return is_minutes ? digits(example.minute) : month_in(example, part.length);
    case 'd':
      return digits(example.day);
    case 'h':
      return digits(example.hour);
    case 's':
      return digits(example.second);
    case '0':
      return std::string(part.length, '1');
    default:
      return std::nullopt;
  }
}

// The moment as the format shows it.
std::optional<std::string> shown(const Example& example, const std::vector<FormatPart>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].letter == 0) {
      text += parts[i].sign;
      continue;
    }
    const bool is_minutes = neighbour(parts, i, -1) == 'h' || neighbour(parts, i, 1) == 's';
    const auto part = part_in(example, parts[i], is_minutes);
    if (!part) return std::nullopt;
    text += *part;
  }
  return text;
}

}  // namespace

std::optional<DateLayout> layout_of_format(std::string_view format) {
  // Of two moments the layout can be told: which is the day, and what has a zero in front.
  constexpr std::array<Example, 2> examples = {{{2012, 12, 31, 23, 59, 58}, {2011, 1, 3, 4, 5, 6}}};
  if (built_in_number(format)) return std::nullopt;
  const auto parts = parts_of(format);
  const auto first = shown(examples[0], parts);
  const auto second = shown(examples[1], parts);
  if (!first || !second) return std::nullopt;
  const auto dates = dates_of(std::vector<std::string_view>{*first, *second});
  if (!dates || dates->is_unsure) return std::nullopt;
  const bool is_iso =
      dates->layout.order == DateOrder::year_first && dates->layout.separator == '-';
  return is_iso ? std::nullopt : std::optional(dates->layout);
}

}  // namespace overhand::io
