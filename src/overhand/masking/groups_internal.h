// Groups of the records that a method makes.
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/table/groups.h"

namespace overhand::masking {

// Consecutive groups of k records in the order `rows`; the last one takes the n mod k left over.
Groups consecutive_groups(std::vector<Row> rows, std::size_t k);

// The number of the group of each row.
std::vector<std::uint32_t> group_of_row(const Groups& groups);

}  // namespace overhand::masking
