// Writes a table as CSV text.
#pragma once

#include <arrow/io/interfaces.h>

#include <memory>

#include "overhand/core/progress.h"
#include "overhand/io/dialect.h"
#include "overhand/table/table.h"

namespace overhand::io {

// Closes `sink` at the end. Fails as invalid on a letter that the dialect's encoding lacks.
arrow::Status write_csv(const Table& table, const Dialect& dialect,
                        const std::shared_ptr<arrow::io::OutputStream>& sink,
                        const Progress& progress);

}  // namespace overhand::io
