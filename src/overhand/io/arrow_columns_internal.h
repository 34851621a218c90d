// Columns between Arrow's library and ours, through the C data interface.
#pragma once

#include <arrow/result.h>
#include <arrow/type_fwd.h>

#include <memory>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/exchange/export.h"
#include "overhand/table/table.h"

namespace overhand::io {

// Whether the type has a place in a table; lists, structs, bytes and the like have none.
bool can_be_read(const arrow::DataType& type);

// The column without its name, for what is to be done with it: exchange/import.h.
Result<Column> column_of(const arrow::ChunkedArray& array, Role role, const Progress& progress);

// Shares the memory of the column's numbers. A missing value becomes a null; a kept column goes out
// in the format in which it came: exchange/export.h.
arrow::Result<std::shared_ptr<arrow::Array>> array_of(
    const Column& column, exchange::LevelSet levels = exchange::LevelSet::used);

}  // namespace overhand::io
