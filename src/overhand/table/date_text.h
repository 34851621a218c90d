// Dates as people write them: 2026-11-15, 15.11.2026, 15/11/2026, 11/15/2026.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "overhand/table/texts.h"

namespace overhand {

enum class DateStyle { iso, dotted, day_first, month_first };

// The days since 1970-01-01 of a date in this style. None where it is none.
std::optional<std::int64_t> day_of(DateStyle style, std::string_view text);

// The style in which every text is a date. None where there is no such style or no text, or where
// day and month could change places in all of them: 03/04/2026.
std::optional<DateStyle> date_style_of(const Texts& texts);

}  // namespace overhand
