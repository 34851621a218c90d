// Writes files of Stata and SPSS through ReadStat.
#pragma once

#include <arrow/io/type_fwd.h>
#include <arrow/status.h>

#include "overhand/core/progress.h"
#include "overhand/io/format.h"
#include "overhand/table/table.h"

namespace overhand::io {

bool is_of_package(const Format& format);

// Fails, with a sentence, on a table that the package has no place for.
Status check_for_package(const Table& table, const Format& format);

// Of a table that was checked.
arrow::Status write_readstat(const Table& table, const Format& format,
                             arrow::io::OutputStream& sink, const Progress& progress);

}  // namespace overhand::io
