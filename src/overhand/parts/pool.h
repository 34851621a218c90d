// A task that shuffles pools.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/parts/plan.h"

namespace overhand::parts {

// What the row tasks take out of the pools of this task, one text for each; empty where it is
// nothing. `dealt` are the texts for this task (Dealt::to_pools), in the order of the table.
// Memory: what comes in, as much again that goes out, and the largest pool, or part of one, twice.
Result<std::vector<std::string>> pooled(const Plan& plan, std::size_t task,
                                        std::span<const std::string_view> dealt,
                                        const random::Key& key);

}  // namespace overhand::parts
