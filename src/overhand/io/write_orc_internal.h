// Writes ORC files.
#pragma once

#include <arrow/io/type_fwd.h>
#include <arrow/status.h>

#include "overhand/table/table.h"

namespace overhand::io {

// ORC has fewer types than Arrow: small unsigned integers become wider signed ones, halves singles,
// categories and times of day text, durations numbers, and a zone's name is lost (moments stay).
arrow::Status write_orc(const Table& table, arrow::io::OutputStream& sink);

}  // namespace overhand::io
