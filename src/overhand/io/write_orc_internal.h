// Writes ORC files.
#pragma once

#include <arrow/io/type_fwd.h>
#include <arrow/status.h>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::io {

// Fails, with a sentence, on moments that readers of ORC have no place for: they count nanoseconds.
Status check_for_orc(const Table& table);

// Of a table that was checked. ORC has fewer types than Arrow: small unsigned integers become wider
// signed ones, halves singles, categories and times of day text, durations numbers, and a zone's
// name is lost (moments stay).
arrow::Status write_orc(const Table& table, arrow::io::OutputStream& sink);

}  // namespace overhand::io
