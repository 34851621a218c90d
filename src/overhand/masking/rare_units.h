// Which records are one unit, and which units are of a size that is too rare to mask, for who would
// rather go without those.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// The number of each record's unit, from 0 in the order of their first records. The column is
// there.
std::vector<std::uint32_t> unit_of_rows(const Table& table, const std::string& unit);

// Why units cannot be masked as they are: they cannot be told, or are of sizes that are too rare.
std::optional<Error> problem_with_units(const Table& table, const Structure& structure);

// The rows in units of sizes that are not too rare. Fails where no unit would be left, and where
// the units cannot be told.
Result<std::vector<Row>> rows_in_common_units(const Table& table, const Structure& structure);

}  // namespace overhand::masking
