// Types of one column in several files.
#pragma once

#include <arrow/result.h>
#include <arrow/type_fwd.h>

#include <memory>

namespace overhand::io {

// The type that holds every value of both as it is: numbers of the wider one of a kind, texts for
// levels that are texts, whatever the other is where one has no values. None where something would
// be lost: a whole number of 64 bits in a double, a number in a text.
std::shared_ptr<arrow::DataType> common_type(const std::shared_ptr<arrow::DataType>& a,
                                             const std::shared_ptr<arrow::DataType>& b);

// The values in such a type.
arrow::Result<std::shared_ptr<arrow::ChunkedArray>> in_type(
    const std::shared_ptr<arrow::ChunkedArray>& values,
    const std::shared_ptr<arrow::DataType>& type);

}  // namespace overhand::io
