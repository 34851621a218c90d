// Dates and durations as documents spell them (ISO 8601), in milliseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace overhand::io {

// Of "2024-02-29", "2024-02-29T08:30:00" or "2024-02-29T08:30:00.250": since 1970-01-01. A zone
// behind it is passed over: the clock on the wall is what the sheet shows.
std::optional<std::int64_t> iso_milliseconds(std::string_view text);

// Of "08:30:00" or "08:30:00.250": since midnight.
std::optional<std::int64_t> time_of_day(std::string_view text);

// Of "PT08H30M00S", "-PT1.5S" or "P1DT2H".
std::optional<std::int64_t> iso_duration(std::string_view text);

}  // namespace overhand::io
