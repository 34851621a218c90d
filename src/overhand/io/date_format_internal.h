// The layout in which a workbook's format shows dates.
#pragma once

#include <optional>
#include <string_view>

#include "overhand/table/date_layout.h"

namespace overhand::io {

// Of "dd.mm.yyyy hh:mm". None where text files have no such layout (with names of days, a clock of
// 12 hours), where it differs by country, and for ISO 8601's, which is the usual one.
std::optional<DateLayout> layout_of_format(std::string_view format);

}  // namespace overhand::io
