// What the number of a cell means by the style in which it is shown: Excel keeps dates as numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace overhand::io {

enum class NumberStyle : std::uint8_t {
  number,
  date,     // a day, with or without a time
  time,     // a time of the day
  elapsed,  // hours that may be more than 24
};

// How a cell's number is shown.
struct CellStyle {
  NumberStyle number = NumberStyle::number;
  std::string format = {};  // of what it shows as dates or codes (code_style_internal.h)
};

// Of a format that Excel knows by number and no workbook spells out.
NumberStyle style_of_built_in(std::size_t format);

// How ECMA-376 spells such a format of dates; empty for others.
std::string built_in_date_format(std::size_t format);
// The number under which Excel knows it.
std::optional<std::size_t> built_in_number(std::string_view date_format);

// Of a format that is spelled out: "yyyy-mm-dd", "[h]:mm:ss", "0.00 \"days\"".
NumberStyle style_of(std::string_view format);

// From which day a workbook counts.
enum class DateSystem { from_1900, from_1904 };

constexpr std::int64_t milliseconds_per_day = 86'400'000;

// The milliseconds since 1970-01-01 of such a number, to the nearest, as Excel shows it. None where
// it is no date: below the first, beyond the year 9999, or the 29th of February 1900, a day that
// Excel counts and the calendar does not have.
std::optional<std::int64_t> milliseconds_of(double serial, DateSystem system);

// The number of a time in the system from 1900; none where Excel has none for it.
std::optional<double> serial_of(std::int64_t milliseconds);

}  // namespace overhand::io
