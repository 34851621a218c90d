#include "overhand/table/date_text.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "overhand/core/text.h"

namespace overhand {
namespace {

struct Parts {
  std::array<int, 3> numbers;
  std::array<std::size_t, 3> digits;
};

// Three numbers without signs, with `mark` between them.
std::optional<Parts> parts_of(std::string_view text, char mark) {
  Parts parts{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t end = i < 2 ? text.find(mark) : text.size();
    if (end == std::string_view::npos || end == 0 || end > 4) return std::nullopt;
    const auto number = number_of<unsigned>(text.substr(0, end));
    if (!number) return std::nullopt;
    parts.numbers[i] = static_cast<int>(*number);
    parts.digits[i] = end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<std::int64_t> day_of(int year, int month, int day) {
  using namespace std::chrono;
  const year_month_day date(std::chrono::year(year),
                            std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return std::nullopt;
  return sys_days(date).time_since_epoch().count();
}

char mark_of(DateStyle style) {
  if (style == DateStyle::iso) return '-';
  return style == DateStyle::dotted ? '.' : '/';
}

bool are_all_dates(DateStyle style, const Texts& texts) {
  const auto counts = texts.level_counts();
  bool is_any = false;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    if (!day_of(style, texts.dictionary()[code])) return false;
    is_any = true;
  }
  return is_any;
}

}  // namespace

std::optional<std::int64_t> day_of(DateStyle style, std::string_view text) {
  const auto parts = parts_of(text, mark_of(style));
  if (!parts) return std::nullopt;
  const auto& [numbers, digits] = *parts;
  if (style == DateStyle::iso) {
    const bool is_padded = digits == std::array<std::size_t, 3>{4, 2, 2};
    return is_padded ? day_of(numbers[0], numbers[1], numbers[2]) : std::nullopt;
  }
  if (digits[0] > 2 || digits[1] > 2 || digits[2] != 4) return std::nullopt;
  return style == DateStyle::month_first ? day_of(numbers[2], numbers[0], numbers[1])
                                         : day_of(numbers[2], numbers[1], numbers[0]);
}

std::optional<DateStyle> date_style_of(const Texts& texts) {
  for (const DateStyle style : {DateStyle::iso, DateStyle::dotted}) {
    if (are_all_dates(style, texts)) return style;
  }
  const bool is_day_first = are_all_dates(DateStyle::day_first, texts);
  const bool is_month_first = are_all_dates(DateStyle::month_first, texts);
  if (is_day_first == is_month_first) return std::nullopt;
  return is_day_first ? DateStyle::day_first : DateStyle::month_first;
}

}  // namespace overhand
