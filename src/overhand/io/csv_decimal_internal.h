// The decimal sign of a CSV text of which the beginning does not say it.
#pragma once

#include "overhand/io/csv_parse_internal.h"

namespace overhand::io {

// Whether one of the columns by whose beginning the sign was chosen is of numbers to its end, or no
// wanted column depends on it.
bool is_decimal_borne_out(const CsvFile& file, const std::vector<Wanted>& wanted,
                          const Parsed& parsed);

// By the wanted columns that are numbers in one way or the other, and by all that voted in the
// beginning. Fails where they can be read in both ways.
Result<char> settled_decimal(const CsvFile& file, const std::vector<Wanted>& wanted,
                             const Parsed& parsed);

}  // namespace overhand::io
