// How a text file writes its dates and times, so that masked ones go out as they came.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "overhand/table/type.h"

namespace overhand {

enum class DateOrder { year_first, day_first, month_first };
enum class MonthText { number, short_name, name };  // 4, Apr, April
enum class LetterCase { first_capital, capitals, small };
enum class ZoneText { letter, hours, joined, with_colon };  // Z, +01, +0100, +01:00

struct DateLayout {
  DateOrder order = DateOrder::year_first;
  char separator = '-';
  MonthText month = MonthText::number;
  LetterCase letters = LetterCase::first_capital;
  bool pads_days = true;    // 04, and not 4; so for months
  bool has_comma = false;   // April 19, 2024
  bool short_year = false;  // 24: of the hundred years up to today
  bool has_time = false;
  char before_time = ' ';
  bool pads_hours = true;
  bool has_seconds = true;
  int decimals = 0;  // of the seconds
  ZoneText zone = ZoneText::letter;
  int offset = 0;  // of the zone from UTC, in minutes

  bool operator==(const DateLayout&) const = default;
};

constexpr std::array<std::string_view, 12> month_names = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

// Of what dates of two digits for the year can be: none of them lies ahead.
struct HundredYears {
  std::int64_t first_day;
  std::int64_t last_day;  // today
};
HundredYears hundred_years();

// The layout with four digits for the year, where two would say another one.
DateLayout with_years_of(DateLayout layout, const Type& type, std::span<const std::int64_t> values);

// The layout with a time, with seconds and with as many decimals as the values need.
DateLayout fine_enough(DateLayout layout, const Type& type, std::span<const std::int64_t> values);

// Of a date or time that is there; what is finer than the layout is cut off.
std::string text_in(const DateLayout& layout, const Type& type, std::int64_t value);

}  // namespace overhand
