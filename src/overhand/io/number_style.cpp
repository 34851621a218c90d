#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "overhand/io/number_style_internal.h"

namespace overhand::io {
namespace {

bool is_between(std::size_t number, std::size_t first, std::size_t last) {
  return number >= first && number <= last;
}

// Which letters of dates and times a format has.
struct Letters {
  bool day = false;      // d, y, or in Japanese formats e
  bool month = false;    // m, which are minutes beside hours or seconds
  bool time = false;     // h, s
  bool elapsed = false;  // [h], [mm], [s]
};

// [h] counts hours; [Red], [$-409] and [>100] are no part of the number.
bool is_elapsed(std::string_view in_brackets) {
  if (in_brackets.empty()) return false;
  const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(in_brackets[0])));
  if (letter != 'h' && letter != 'm' && letter != 's') return false;
  return in_brackets.find_first_not_of(std::array{in_brackets[0], '\0'}.data()) ==
         std::string_view::npos;
}

// Takes what is shown literally off the front: "days", \x, _x, *x, [Red].
bool skip_literal(std::string_view& format, Letters& letters) {
  const char c = format.front();
  if (c == '\\' || c == '_' || c == '*') {
    format.remove_prefix(format.size() > 1 ? 2 : 1);
    return true;
  }
  if (c != '"' && c != '[') return false;
  const std::size_t end = std::min(format.find(c == '"' ? '"' : ']', 1), format.size() - 1);
  if (c == '[' && is_elapsed(format.substr(1, end - 1))) letters.elapsed = true;
  format.remove_prefix(end + 1);
  return true;
}

// Of the first of the sections, which is for numbers above 0.
Letters letters_of(std::string_view format) {
  Letters letters;
  while (!format.empty() && format.front() != ';') {
    if (skip_literal(format, letters)) continue;
    switch (std::tolower(static_cast<unsigned char>(format.front()))) {
      case 'd':
      case 'y':
        letters.day = true;
        break;
      case 'm':
        letters.month = true;
        break;
      case 'h':
      case 's':
        letters.time = true;
        break;
      default:
        break;
    }
    format.remove_prefix(1);
  }
  return letters;
}

constexpr std::int64_t first_of_1900 = -25'567;  // days since 1970-01-01
constexpr std::int64_t first_of_1904 = -24'107;
constexpr std::int64_t last_day = 2'932'896;     // 9999-12-31
constexpr std::int64_t day_that_never_was = 60;  // 1900-02-29

// Of the number of a day.
std::optional<std::int64_t> day_of(std::int64_t serial, DateSystem system) {
  if (system == DateSystem::from_1904) {
    return serial < 0 ? std::nullopt : std::optional(first_of_1904 + serial);
  }
  if (serial < 1 || serial == day_that_never_was) return std::nullopt;
  return first_of_1900 + serial - (serial < day_that_never_was ? 1 : 2);
}

struct BuiltIn {
  std::size_t number;
  std::string_view format;
};
constexpr std::array<BuiltIn, 5> built_in_dates = {
    {{14, "mm-dd-yy"}, {15, "d-mmm-yy"}, {16, "d-mmm"}, {17, "mmm-yy"}, {22, "m/d/yy h:mm"}}};

}  // namespace

std::string built_in_date_format(std::size_t format) {
  const auto found = std::ranges::find(built_in_dates, format, &BuiltIn::number);
  return found != built_in_dates.end() ? std::string(found->format) : "";
}

std::optional<std::size_t> built_in_number(std::string_view date_format) {
  const auto found = std::ranges::find(built_in_dates, date_format, &BuiltIn::format);
  return found != built_in_dates.end() ? std::optional(found->number) : std::nullopt;
}

NumberStyle style_of_built_in(std::size_t format) {
  if (is_between(format, 18, 21) || format == 45 || format == 47) return NumberStyle::time;
  if (format == 46) return NumberStyle::elapsed;
  // 27 to 36 and 50 to 58 are dates in East Asian workbooks, some with times.
  const bool is_date = is_between(format, 14, 17) || format == 22 || is_between(format, 27, 31) ||
                       format == 36 || is_between(format, 50, 54) || is_between(format, 57, 58);
  const bool is_time = is_between(format, 32, 35) || is_between(format, 55, 56);
  return is_date ? NumberStyle::date : is_time ? NumberStyle::time : NumberStyle::number;
}

NumberStyle style_of(std::string_view format) {
  if (format == "General" || format == "@") return NumberStyle::number;
  const Letters letters = letters_of(format);
  if (letters.day || (letters.month && !letters.time && !letters.elapsed)) return NumberStyle::date;
  if (letters.elapsed) return NumberStyle::elapsed;
  return letters.time ? NumberStyle::time : NumberStyle::number;
}

std::optional<std::int64_t> milliseconds_of(double serial, DateSystem system) {
  constexpr double beyond = 3'000'000;
  if (!(serial >= 0 && serial < beyond)) return std::nullopt;
  const auto all = std::llround(serial * static_cast<double>(milliseconds_per_day));
  const auto day = day_of(all / milliseconds_per_day, system);
  if (!day || *day > last_day) return std::nullopt;
  return *day * milliseconds_per_day + all % milliseconds_per_day;
}

std::optional<double> serial_of(std::int64_t milliseconds) {
  constexpr std::int64_t before_1900 = first_of_1900 * milliseconds_per_day;
  if (milliseconds < before_1900 || milliseconds >= (last_day + 1) * milliseconds_per_day) {
    return std::nullopt;
  }
  std::int64_t since = milliseconds - before_1900 + milliseconds_per_day;
  if (since >= day_that_never_was * milliseconds_per_day) since += milliseconds_per_day;
  return static_cast<double>(since) / static_cast<double>(milliseconds_per_day);
}

}  // namespace overhand::io
