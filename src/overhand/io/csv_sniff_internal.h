// How a text writes its table, found by looking at its beginning.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/io/csv_records_internal.h"
#include "overhand/io/header_line_internal.h"
#include "overhand/io/read_table.h"
#include "overhand/table/number_text.h"

namespace overhand::io {

// The first records of a text.
struct CsvSample {
  CsvRecord first{};
  std::size_t after_first = 0;  // bytes
  std::vector<CsvRecord> below = {};
  bool has_more = false;  // than fit into the sample
};

struct Sniffed {
  Dialect dialect;
  // None of the numbers seen says which sign it is, or they say different things: it may take every
  // record to know.
  bool is_decimal_open = false;
  CsvSample sample;
  std::vector<Fields> cells;    // of the records below the first
  std::vector<bool> has_codes;  // columns with cells like 01234 or 0x1f
};

// `text` is the first part of a text in UTF-8 without a byte order mark and lines that are skipped,
// or all of it when `is_whole`. What `said` says is not looked for. `usual` is the delimiter that
// the file's name speaks of. Fails, with the line where there is one, where it is no table, and
// with both readings where it can be read in two ways.
Result<Sniffed> sniff_csv(std::string_view text, bool is_whole, const ReadOptions& said,
                          char usual);

// One that nobody looks for, where it splits the first line and each record alike.
std::optional<char> rare_delimiter_of(std::string_view text);

}  // namespace overhand::io
