// What the readers of the formats share: the opened file and its columns before they are chosen.
#pragma once

#include <arrow/io/type_fwd.h>
#include <arrow/type_fwd.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "overhand/io/format.h"
#include "overhand/table/table.h"

namespace overhand::io {

struct Input {
  std::string name;  // for messages
  Format format;
  std::shared_ptr<arrow::io::RandomAccessFile> file;
};

Result<Input> open_input(const std::string& path);

// What a format's reader gives: names and types, each column on demand, and the way to a place.
struct Columns {
  std::shared_ptr<arrow::Schema> schema;
  std::size_t row_count = 0;
  std::function<Result<std::shared_ptr<arrow::ChunkedArray>>(std::size_t column)> read;
  std::function<std::string(std::size_t row)> place;  // "line 17" or "record 16"
};

// `keep` names columns that go out as they are: what is no number among them is read as text.
Result<Columns> read_csv(const Input& input, const std::vector<std::string>& keep);
Result<Columns> read_parquet(const Input& input);
Result<Columns> read_feather(const Input& input);

}  // namespace overhand::io
