// True and false as people and programs write them: true, True, TRUE.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace overhand {

// 1 or 0, in letters of any size.
std::optional<std::int64_t> truth_in(std::string_view text);

// The truths that all cells say in one spelling; none where they are none, or where true stands
// beside TRUE: whoever wrote a column wrote both words in the same way.
std::optional<std::vector<std::int64_t>> truths_of(const std::vector<std::string_view>& cells);

}  // namespace overhand
