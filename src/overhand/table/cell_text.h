// A cell as text, as it stands in a CSV, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "overhand/table/column.h"

namespace overhand {

// Numbers in the shortest form that reads back as the same number, true and false, dates as
// 2026-11-15, times as 2026-11-15 08:30:00 with as many decimals as the unit has and Z where there
// is a zone (they are stored in UTC). None where the value is missing.
std::optional<std::string> cell_text(const Column& column, std::size_t row);

// Of a value that is there, of a type that is stored in integers.
std::string text_of(const Type& type, std::int64_t value);

// The value whose text it is. None where it is no such text.
std::optional<std::int64_t> integer_of(const Type& type, std::string_view text);

// "08:30:00", with as many decimals as the unit has, and back.
std::string time_of_day_text(TimeUnit unit, std::int64_t units_since_midnight);
std::optional<std::int64_t> time_of_day_of(TimeUnit unit, std::string_view text);

// A time of day is text, in a column with one of Arrow's formats for it: "tts", "ttm", "ttu",
// "ttn".
std::string time_of_day_format(TimeUnit unit);
std::optional<TimeUnit> time_of_day_unit(std::string_view format);

// Whether a date or time has a text: those in the years 0 to 9999 do, and all of any other type.
bool has_text(const Type& type, std::int64_t value);

std::int64_t units_per_second(TimeUnit unit);
constexpr std::int64_t seconds_per_day = 86'400;

}  // namespace overhand
