// Columns named in an option: "age,income".
#pragma once

#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/masking/option.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// The positions of the columns in the list, in that order; none where it is empty. Fails on a name
// that is not there or is there twice; `option` is the option's name, for the sentence.
Result<std::vector<std::size_t>> columns_named(const Table& table, const ColumnList& list,
                                               const char* option);

}  // namespace overhand::masking
