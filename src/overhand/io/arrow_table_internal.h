// Tables of ours as Arrow's, to be written.
#pragma once

#include <arrow/result.h>
#include <arrow/type_fwd.h>

#include <memory>

#include "overhand/table/table.h"

namespace overhand::io {

// A text column of a text file as numbers, where every text is just as we would write that number,
// so that nothing of it is lost, and numbers that a plan made levels as the numbers that they were;
// else the column as it is.
Column with_numbers_of_texts(const Column& column);

// Shares the memory of `table`'s numbers. A missing value becomes a null. A kept column has the
// type in which it came.
arrow::Result<std::shared_ptr<arrow::Table>> arrow_table(const Table& table);

// The same of a part, whose columns stand as they are to go out (alike_parts_internal.h).
arrow::Result<std::shared_ptr<arrow::Table>> arrow_table_of_part(const Table& part);

}  // namespace overhand::io
