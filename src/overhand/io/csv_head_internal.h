// The first line of a CSV text: the names of its columns, or a record.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/io/csv_sniff_internal.h"

namespace overhand::io {

struct CsvHead {
  std::vector<std::string> names;
  bool has_header = true;
  std::size_t body = 0;            // where the records begin, in bytes behind the byte order mark
  std::size_t records_before = 0;  // lines of other kinds, as records are counted
  std::size_t begin = 0;           // of the table: behind the lines that are skipped, in bytes
  std::size_t first_line = 1;      // of the table
};

// Fails where no record follows, and on a first line of which nobody said whether it is a record or
// a title when it may be one. `skipped`: how many lines stand above the text.
Result<CsvHead> csv_head(const Sniffed& sniffed, std::string_view text, Header header,
                         std::size_t skipped = 0);

}  // namespace overhand::io
