// Writes a table as an .xlsx workbook of one sheet.
#pragma once

#include <arrow/io/type_fwd.h>
#include <arrow/status.h>

#include <memory>
#include <optional>
#include <string>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::io {

// Why the table has no place in a workbook: it has too many rows or columns, or a text too long.
std::optional<Error> problem_with_workbook(const Table& table);

// Numbers in all their digits, dates and times with a style, a missing value as no cell. What no
// number of Excel holds exactly is text: whole numbers from 2^53 on, times of a zone or finer than
// a millisecond, dates before 1900.
arrow::Status write_xlsx(const Table& table, const std::string& sheet,
                         const std::shared_ptr<arrow::io::OutputStream>& sink,
                         const Progress& progress);

}  // namespace overhand::io
