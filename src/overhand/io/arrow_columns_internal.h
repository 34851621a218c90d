// Columns of ours from and to Arrow's.
#pragma once

#include <arrow/type_fwd.h>

#include <memory>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::io {

// Whether values of the type are numbers to us.
bool is_number_type(const arrow::DataType& type);

// Numbers as numbers, anything else as text. Fails on an integer that has no place in 64 bits.
Result<Values> values_of(const arrow::ChunkedArray& column, const std::string& name);

// Shares the memory of `column`, which must outlive it. A missing value becomes a null.
std::shared_ptr<arrow::Array> arrow_array(const Column& column);
std::shared_ptr<arrow::Table> arrow_table(const Table& table);

}  // namespace overhand::io
