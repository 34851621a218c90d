// Arrow's conversion between types, for whole arrays.
#pragma once

#include <arrow/result.h>
#include <arrow/type_fwd.h>

#include <memory>

namespace overhand::io {

// Fails where a value has no place in the type.
arrow::Result<std::shared_ptr<arrow::Array>> cast(const std::shared_ptr<arrow::Array>& array,
                                                  const std::shared_ptr<arrow::DataType>& type);

// The values as text (arrow::utf8). A moment with a time zone is told in UTC, which needs no list
// of zones on this machine.
arrow::Result<std::shared_ptr<arrow::Array>> as_text(const std::shared_ptr<arrow::Array>& array);

}  // namespace overhand::io
