// One Parquet file, opened.
#pragma once

#include <arrow/result.h>
#include <parquet/arrow/reader.h>

#include <memory>

#include "overhand/io/input_internal.h"

namespace overhand::io {

using ParquetReader = std::shared_ptr<parquet::arrow::FileReader>;

arrow::Result<ParquetReader> parquet_reader(const Input& input);

// How many records it says it has; fails where that is no number of records.
Result<std::size_t> rows_of(const Input& input, const ParquetReader& reader);

// A column of it, of which every offset, index and letter was looked at.
Result<std::shared_ptr<arrow::ChunkedArray>> parquet_column(const Input& input,
                                                            const ParquetReader& reader,
                                                            std::size_t position);

Error not_in_parquet(const Input& input);

// What `read` gives. A damaged file can ask for a length that no vector and no memory has.
template <class Read>
auto guarded(const Input& input, const Error& damaged, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    return input.error("too large for the memory, or damaged.");
  } catch (const std::exception&) {
    return damaged;
  }
}

}  // namespace overhand::io
