// Strata: records that agree in some columns, which are masked by themselves.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/masking/groups_internal.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// The records that agree in all these columns, a missing value being a value; in the order of their
// first records. All of them in one where no column is named. The columns are there.
Groups groups_by(const Table& table, const std::vector<std::string>& columns);

// The same. Fails on a column that is not there, and on a stratum of one record, which has nobody
// to hide among.
Result<Groups> strata_of(const Table& table, const std::vector<std::string>& columns);

}  // namespace overhand::masking
