// Days as people write them: 31.12.2020, 31.12.20, 12/31/2020, 2020/12/31, 31 Dec 2020, December
// 31, 2020, with or without a time of day behind.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "overhand/table/date_layout.h"
#include "overhand/table/texts.h"
#include "overhand/table/type.h"

namespace overhand {

struct Dates {
  Type type;                         // date or timestamp
  std::vector<std::int64_t> values;  // one for each cell, missing for missing
  DateLayout layout = {};            // most frequent among them, and fine enough for all
  bool is_unsure = false;            // 03/04/2020 throughout: day and month cannot be told apart
};

// The days or times that all cells say in one layout; none where they are none.
std::optional<Dates> dates_of(const std::vector<std::string_view>& cells);
std::optional<Dates> dates_of(const Texts& texts);

// Whether it is one in some layout.
bool is_date(std::string_view text);

}  // namespace overhand
