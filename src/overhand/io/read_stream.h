// Takes a table from another library in this process, as read_file() takes one from a file.
#pragma once

#include "overhand/exchange/abi.h"
#include "overhand/io/read_table.h"

namespace overhand::io {

// The columns of a stream, before it is read.
struct StreamNames {
  std::vector<std::string> all;
  std::vector<std::string> unreadable;  // of a type that has no place in a table
};
StreamNames names_in(ArrowArrayStream& stream);

// The columns that `choice` asks for, of a stream that is read to its end and released; of
// `options` what means missing alone has a meaning here. Values are borrowed where they can be
// (exchange/import.h). Fails as read_file() does on columns, names and values; the errors name no
// file.
Result<TableInFile> read_stream(ArrowArrayStream& stream, const ColumnChoice& choice = {},
                                const ReadOptions& options = {}, const Progress& progress = {});

// Every column, to be looked at before anything is chosen.
Result<TableInFile> look_at_stream(ArrowArrayStream& stream, const ReadOptions& options = {},
                                   const Progress& progress = {});

}  // namespace overhand::io
