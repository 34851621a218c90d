#include "overhand/table/date_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "overhand/core/letters.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/column.h"

namespace overhand {
namespace {

constexpr int most_decimals = 9;

// A day and what of it has passed.
struct Instant {
  std::int64_t day = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
};

std::int64_t rounded_down(std::int64_t a, std::int64_t b) {
  return a / b - static_cast<std::int64_t>(a % b < 0);
}

Instant instant_of(const Type& type, std::int64_t value, int offset) {
  const auto* time = std::get_if<type::Timestamp>(&type);
  if (time == nullptr) return {value};
  const std::int64_t per_second = units_per_second(time->unit);
  const std::int64_t utc = rounded_down(value, per_second);
  const std::int64_t seconds = utc + std::int64_t{60} * offset;
  const std::int64_t day = rounded_down(seconds, seconds_per_day);
  const std::int64_t finest = units_per_second(TimeUnit::nanosecond);
  return {day, seconds - day * seconds_per_day, (value - utc * per_second) * (finest / per_second)};
}

std::string digits_of(unsigned number, bool is_padded) {
  return is_padded ? fmt::format("{:02}", number) : fmt::to_string(number);
}

std::string month_text(const DateLayout& layout, unsigned month) {
  constexpr std::size_t short_length = 3;
  if (layout.month == MonthText::number) return digits_of(month, layout.pads_days);
  std::string name(month_names[month - 1]);
  if (layout.month == MonthText::short_name) name.resize(short_length);
  for (char& c : name) {
    if (layout.letters == LetterCase::small) c = in_small(c);
    if (layout.letters == LetterCase::capitals && !is_capital(c)) {
      c = static_cast<char>(c - 'a' + 'A');
    }
  }
  return name;
}

std::string day_text(const DateLayout& layout, std::int64_t days) {
  using namespace std::chrono;
  const year_month_day date{sys_days{std::chrono::days{days}}};
  const int number = static_cast<int>(date.year());
  const std::string year =
      layout.short_year ? fmt::format("{:02}", number % 100) : fmt::format("{:04}", number);
  const std::string month = month_text(layout, static_cast<unsigned>(date.month()));
  const std::string day = digits_of(static_cast<unsigned>(date.day()), layout.pads_days);
  const char sign = layout.separator;
  switch (layout.order) {
    case DateOrder::year_first:
      return fmt::format("{}{}{}{}{}", year, sign, month, sign, day);
    case DateOrder::day_first:
      return fmt::format("{}{}{}{}{}", day, sign, month, sign, year);
    default:
      return fmt::format("{}{}{}{}{}{}", month, sign, day, layout.has_comma ? "," : "", sign, year);
  }
}

std::string time_text(const DateLayout& layout, const Instant& instant) {
  const auto seconds = static_cast<unsigned>(instant.seconds);
  std::string text = fmt::format("{}{}:{:02}", layout.before_time,
                                 digits_of(seconds / 3600, layout.pads_hours), seconds / 60 % 60);
  if (layout.has_seconds) text += fmt::format(":{:02}", seconds % 60);
  if (layout.decimals > 0) {
    const std::string fraction = fmt::format("{:0{}}", instant.nanoseconds, most_decimals);
    text += "." + fraction.substr(0, static_cast<std::size_t>(layout.decimals));
  }
  return text;
}

std::string zone_text(const DateLayout& layout) {
  if (layout.zone == ZoneText::letter) return "Z";
  const int minutes = std::abs(layout.offset);
  std::string hours = fmt::format("{}{:02}", layout.offset < 0 ? '-' : '+', minutes / 60);
  if (layout.zone == ZoneText::hours && minutes % 60 == 0) return hours;
  return fmt::format("{}{}{:02}", hours, layout.zone == ZoneText::joined ? "" : ":", minutes % 60);
}

// Of a part of a second: 250,000,000 is .25.
int decimals_in(std::int64_t nanoseconds) {
  int decimals = most_decimals;
  for (; nanoseconds % 10 == 0; nanoseconds /= 10) --decimals;
  return decimals;
}

bool has_zone(const Type& type) {
  const auto* time = std::get_if<type::Timestamp>(&type);
  return time != nullptr && !time->zone.empty();
}

}  // namespace

// Reads the clock, as nothing else here: what lies ahead is known by no table.
HundredYears hundred_years() {
  using namespace std::chrono;
  const sys_days today = floor<days>(system_clock::now());
  const year_month_day date{today};
  const year_month_day before{date.year() - years{100}, date.month(), date.day()};
  const sys_days first = before.ok() ? sys_days{before} : sys_days{before.year() / March / 1};
  return {(first + days{1}).time_since_epoch().count(), today.time_since_epoch().count()};
}

DateLayout with_years_of(DateLayout layout, const Type& type,
                         std::span<const std::int64_t> values) {
  if (!layout.short_year) return layout;
  const HundredYears reach = hundred_years();
  layout.short_year = std::ranges::all_of(values, [&](std::int64_t value) {
    if (is_missing(value)) return true;
    const std::int64_t day = instant_of(type, value, layout.offset).day;
    return day >= reach.first_day && day <= reach.last_day;
  });
  return layout;
}

DateLayout fine_enough(DateLayout layout, const Type& type, std::span<const std::int64_t> values) {
  for (const std::int64_t value : values) {
    if (is_missing(value)) continue;
    const Instant instant = instant_of(type, value, layout.offset);
    const bool has_fraction = instant.nanoseconds != 0;
    layout.has_time = layout.has_time || instant.seconds != 0 || has_fraction;
    layout.has_seconds = layout.has_seconds || instant.seconds % 60 != 0 || has_fraction;
    if (has_fraction) layout.decimals = std::max(layout.decimals, decimals_in(instant.nanoseconds));
  }
  return layout;
}

std::string text_in(const DateLayout& layout, const Type& type, std::int64_t value) {
  const Instant instant = instant_of(type, value, layout.offset);
  std::string text = day_text(layout, instant.day);
  if (!layout.has_time) return text;
  text += time_text(layout, instant);
  return has_zone(type) ? text + zone_text(layout) : text;
}

}  // namespace overhand
