// The decimal sign of a CSV text of which the beginning does not say it.
#pragma once

#include "overhand/io/csv_parse_internal.h"

namespace overhand::io {

// By the wanted columns that are numbers in one way or the other. Fails where they can be read in
// both ways.
Result<char> settled_decimal(const CsvFile& file, const std::vector<Wanted>& wanted,
                             const Parsed& parsed);

}  // namespace overhand::io
