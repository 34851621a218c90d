// Reads a table from a file or from standard input.
#pragma once

#include <string>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::io {

// Reads the columns that `choice` asks for. CSV and TSV (RFC 4180, .gz, .zst), Parquet and Feather,
// by the extension; "-" is CSV from standard input. An empty cell, NA and NaN are missing values.
//
// Fails, with the file, and the line and column where there are some, when the file cannot be read,
// is not in its format, has no header or no records, has two columns of one name or lines of
// different lengths, when a column to mask is not numbers, a number is infinite, or a column to
// keep has nearly as many values as records and `choice` does not allow it.
Result<Table> read_table(const std::string& path, const ColumnChoice& choice = {});

// Every column as it is, to be looked at before anything is chosen: text is no mistake here.
Result<Table> read_all_columns(const std::string& path);

}  // namespace overhand::io
