// What is wrong with a CSV text, told with its line.
#pragma once

#include "overhand/io/csv_parse_internal.h"

namespace overhand::io {

// Why it could not be parsed.
Error parse_error(const CsvFile& file);

// A quoted field that is never closed, which Arrow takes for one that holds the rest of the file.
std::optional<Error> problem_with_quotes(const CsvFile& file, std::size_t quotes);

// Of the first line that is not in UTF-8.
Error not_in_utf8(const Input& input, std::size_t line);

// The lines of these records.
std::vector<Place> line_places(const CsvFile& file, const std::vector<std::size_t>& rows);

}  // namespace overhand::io
