// What the readers of the formats share: the opened file, its columns before they are chosen, and
// those that were chosen.
#pragma once

#include <arrow/io/type_fwd.h>
#include <arrow/type_fwd.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/io/format.h"
#include "overhand/io/read_table.h"
#include "overhand/table/table.h"

namespace overhand::io {

struct Input {
  std::string name;  // for messages
  Format format;
  std::shared_ptr<arrow::io::RandomAccessFile> file;  // none: a folder
  std::function<bool()> was_changed;                  // since it was opened
  const Progress& progress;

  // An error of the data: "people.csv: SENTENCE".
  Error error(const std::string& sentence) const;
};

// `progress` must outlive the input.
Result<Input> open_input(const std::string& path, const Format& format, const Progress& progress);

// A column that is to be read.
struct Wanted {
  std::size_t position;    // in the file
  bool is_kept;            // it goes out as it is
  bool is_text = false;    // a text file must not take its cells for numbers or dates
  bool is_number = false;  // it may take 01234 for one
  bool is_date = false;    // nor may it leave open which day 03/04/2020 is
  std::vector<std::string> missing = {};  // texts that mean a missing value in this column
};

struct Columns {
  std::size_t row_count = 0;
  // The values of the i-th wanted column; each is asked for once. A reader has the one or the
  // other: arrays of Arrow, or columns of ours (named by who asks).
  std::function<Result<std::shared_ptr<arrow::ChunkedArray>>(std::size_t wanted)> read;
  std::function<Result<Column>(std::size_t wanted)> column;
  // Where these records (in rising order) are: their lines or their numbers.
  std::function<std::vector<Place>(const std::vector<std::size_t>& rows)> places;
  std::optional<Dialect> dialect = std::nullopt;  // of a text, as all of it shows
  std::optional<char> decimal = std::nullopt;     // where texts can be numbers
  bool says_totals = false;                       // a word for totals stands in the last row
  std::vector<std::string> notes = {};            // what of the file is no record, in sentences
};

// A file of some format, opened: the names are known, and nothing else is read before it is wanted
// (but for workbooks, whose cells stand row by row).
struct TableFile {
  std::vector<std::string> names;
  std::function<Result<Columns>(const std::vector<Wanted>&)> read;
  Layout layout = {};
  std::optional<std::size_t> rows = std::nullopt;  // where the file says it, column by column
  std::uint64_t bytes = 0;                         // of a folder
};

Result<TableFile> open_csv(const Input& input, const ReadOptions& options);
Result<TableFile> open_parquet(const Input& input);
Result<TableFile> open_folder(const Input& input);
Result<TableFile> open_feather(const Input& input);
Result<TableFile> open_xlsx(const Input& input, const ReadOptions& options);
Result<TableFile> open_ods(const Input& input, const ReadOptions& options);
Result<TableFile> open_orc(const Input& input);
Result<TableFile> open_readstat(const Input& input, const ReadOptions& options);

// Of formats whose records have no lines: their numbers.
std::vector<Place> record_places(const std::vector<std::size_t>& rows);

// A file of any format, with names that are told apart.
Result<TableFile> open_table(const Input& input, const ReadOptions& options);

// The chosen columns, still without values.
Result<Table> chosen_columns(const Input& input, const TableFile& file, const ColumnChoice& choice);

// These columns of the file with their values.
Result<TableInFile> read_chosen(const Input& input, const TableFile& file, Table columns,
                                const ColumnChoice& choice, const ReadOptions& options);

// The chosen columns of a file of any format.
Result<TableInFile> read_input(const Input& input, const ColumnChoice& choice,
                               const ReadOptions& options);

}  // namespace overhand::io
