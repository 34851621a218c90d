// Reads a table from a file or from standard input.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/io/layout.h"
#include "overhand/table/table.h"

namespace overhand::io {

// Whether the first line of a CSV or TSV file holds the names of the columns.
enum class Header {
  detect,   // as it looks; a first line that may be a record is refused
  present,  // it does
  absent,   // it is a record: the columns are called column1, column2, ...
};

// Whether the last row of a text file or a sheet is a record.
enum class LastRow {
  detect,  // as it looks; one that looks like the totals of the others is refused
  record,  // it is
  totals,  // it holds totals, and is left out
};

// What is said about a file; what is not, is found by looking.
struct ReadOptions {
  Header header = Header::detect;
  std::optional<char> delimiter = std::nullopt;
  std::optional<char> decimal = std::nullopt;
  std::optional<Encoding> encoding = std::nullopt;
  std::string sheet = {};                 // of a workbook, by name or number; empty: its only one
  std::vector<std::string> missing = {};  // texts that mean a missing value, beside the usual ones
  std::size_t skip = 0;  // lines of a text file, or rows of a sheet, above the names of the columns
  LastRow last_row = LastRow::detect;
};

struct TableInFile {
  Table table;
  Layout layout;
  std::vector<std::string> unreadable = {};  // to look at: columns whose type is none of ours
  std::vector<std::string> notes = {};       // what of the file is no record, in sentences
  std::optional<Lineage> rows = {};          // of the file, where records were left out since
};

// Reads the columns that `choice` asks for. CSV and TSV (in any dialect.h; .gz, .zst), Parquet,
// Feather, ORC, workbooks, and files of Stata, SPSS and SAS, by the extension; "-" is CSV from
// standard input. An empty cell, NA and NaN are missing values, among numbers and dates also n/a,
// null, "." and "-". A kept column of a text file is text, byte for byte; from the others it has
// its values and, when it is written there again, its type. A column to mask becomes what its plan
// says; a kept one stays as it stands in the file, but for a text that is planned as a category.
//
// Fails, with the file, and the line and column where there are some, when the file cannot be read,
// is not in its format or changes meanwhile, has no header or no records, has two columns of one
// name or lines of different lengths, can be read in two ways that differ, when columns to mask are
// not numbers (all are named), a number is infinite, a value does not fit its plan, or columns to
// keep have nearly as many values
// as records, no plan coarsens them and `choice` does not allow it.
Result<TableInFile> read_file(const std::string& path, const ColumnChoice& choice = {},
                              const ReadOptions& options = {}, const Progress& progress = {});

// The same for who writes no other file like it.
Result<Table> read_table(const std::string& path, const ColumnChoice& choice = {},
                         const ReadOptions& options = {}, const Progress& progress = {});

// The place, of which the file and the record are known, with the line or the row of a sheet where
// the file has some. As it is where the file cannot be read again.
Place with_line(const Place& place, const ReadOptions& options, const Progress& progress = {});

// The columns to mask of `choice`, to be looked at: text is no mistake here, numbers of a text file
// with zeros in front (01067) are text, and a column of a type that can neither be masked nor kept
// is text with all values missing.
Result<TableInFile> read_to_look(const std::string& path, const ColumnChoice& choice,
                                 const ReadOptions& options = {}, const Progress& progress = {});

// So every column, before anything is chosen.
Result<TableInFile> read_all_columns(const std::string& path, const ReadOptions& options = {},
                                     const Progress& progress = {});

}  // namespace overhand::io
