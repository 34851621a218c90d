// Values that a file of Stata, SPSS or SAS calls missing, of several kinds, in a format that has
// one kind of gap alone.
#pragma once

#include <optional>

#include "overhand/io/format.h"
#include "overhand/table/column.h"

namespace overhand::io {

// A kept column with a gap for each such value that the format would take for another, or has no
// kinds for; none where nothing of it is lost. A label is told, so that a category keeps its
// labelled values.
std::optional<Column> with_plain_gaps(const Column& column, const Format& format);

}  // namespace overhand::io
