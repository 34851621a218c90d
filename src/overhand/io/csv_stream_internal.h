// The text of a CSV file, decompressed.
#pragma once

#include <arrow/result.h>

#include <string>

#include "overhand/io/input_internal.h"

namespace overhand::io {

// From the byte `begin` of the text on. Counts the quotes that went by in `quotes`, which must
// outlive the stream.
arrow::Result<std::shared_ptr<arrow::io::InputStream>> text_stream(const Input& input,
                                                                   std::int64_t begin,
                                                                   std::size_t& quotes);

// At most `most` bytes from the beginning.
arrow::Result<std::string> beginning_of_text(const Input& input, std::size_t most);

// All of it, without a byte order mark.
arrow::Result<std::string> whole_text(const Input& input);

}  // namespace overhand::io
