// The text of a CSV file: decompressed, in UTF-8 and without a byte order mark.
#pragma once

#include <arrow/result.h>

#include <string>

#include "overhand/io/dialect.h"
#include "overhand/io/input_internal.h"
#include "overhand/io/leading_zeros_internal.h"
#include "overhand/io/text_end_internal.h"

namespace overhand::io {

// What is seen while the text goes by.
struct TextWatch {
  std::size_t quotes = 0;
  bool may_have_hexadecimals = false;  // 0x1f
  LeadingZeros zeros;
  TextEnd end;
};

// From the byte `begin` of the text on. The stream has its share in `watch`: Arrow may still read
// when nobody waits for it.
arrow::Result<std::shared_ptr<arrow::io::InputStream>> text_stream(
    const Input& input, const Dialect& dialect, std::size_t begin,
    std::shared_ptr<TextWatch> watch);

// At most `most` bytes from the beginning, as they stand in the file.
arrow::Result<std::string> beginning_of_file(const Input& input, std::size_t most);

// All of it. Fails where the file ends too early, and with its line where it is not in the
// encoding.
Result<std::string> whole_text(const Input& input, const Dialect& dialect);

// What is said of a file that ends too early.
Error not_to_its_end(const Input& input);

}  // namespace overhand::io
