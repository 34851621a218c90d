// A table as CSV text, in pieces.
#pragma once

#include <string>

#include "overhand/io/dialect.h"
#include "overhand/table/table.h"

namespace overhand::io {

// What stands above the records: names, or nothing in a dialect without a header, and the line that
// says the delimiter.
std::string csv_header(const Table& table, const Dialect& dialect = {});

// The lines of records begin..end-1.
std::string csv_lines(const Table& table, const Dialect& dialect, std::size_t begin,
                      std::size_t end);

}  // namespace overhand::io
