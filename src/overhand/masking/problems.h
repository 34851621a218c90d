// What can be wrong with a table or an option before any masking: sentences for the user.
#pragma once

#include <optional>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// Fewer than two records or two columns (there is nothing to hide among), a column of text, or an
// infinite value.
std::optional<Error> problem_with_table(const Table& table);

std::optional<Error> problem_with_bins(int bins);

}  // namespace overhand::masking
