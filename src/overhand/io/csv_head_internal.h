// The beginning of a CSV text: the names of its columns, and whether it is a text that we read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/io/input_internal.h"

namespace overhand::io {

struct CsvHead {
  std::vector<std::string> names;
  bool has_header = true;
  std::size_t body = 0;  // where the records begin, in bytes
};

// `beginning` is the first part of the text, or all of it when `is_whole`. Fails on another
// encoding than UTF-8, on another delimiter than the format's, where no record follows, and on a
// first line of which nobody said whether it is a record when it may be one.
Result<CsvHead> csv_head(const Input& input, std::string_view beginning, bool is_whole,
                         Header header);

}  // namespace overhand::io
