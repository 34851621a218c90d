// A table as CSV text, in pieces.
#pragma once

#include <string>

#include "overhand/table/table.h"

namespace overhand::io {

// The header line.
std::string csv_header(const Table& table, char delimiter);

// The lines of records begin..end-1.
std::string csv_lines(const Table& table, char delimiter, std::size_t begin, std::size_t end);

}  // namespace overhand::io
