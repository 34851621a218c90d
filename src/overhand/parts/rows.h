// A task that puts records in order and draws their values.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "overhand/parts/plan.h"
#include "overhand/table/row.h"
#include "overhand/table/table.h"

namespace overhand::parts {

struct MaskedRows {
  Table table;
  // Of each masked record its source, by its place among the records that came to this task, in the
  // order of the table.
  Lineage sources;
};

// The masked records of this task: those of all tasks, one after the other, are the table that
// masking::mask() gives. `like` are the columns to mask without values. `dealt` are the texts of
// Dealt::to_rows in the order of the table, `drawn` those of pooled() in the order of pool tasks.
// Memory: what comes in, as much again that goes out, and one column once more.
Result<MaskedRows> masked_rows(const Plan& plan, const Table& like, std::size_t task,
                               std::span<const std::string_view> dealt,
                               std::span<const std::string_view> drawn, const random::Key& key);

}  // namespace overhand::parts
