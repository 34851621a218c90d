// Columns of ours from Arrow's.
#pragma once

#include <arrow/type_fwd.h>

#include <memory>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand {

struct StoredAs {
  std::shared_ptr<arrow::DataType> type;
  Texts levels;  // of a dictionary, in its order
};

}  // namespace overhand

namespace overhand::io {

// Whether values of the type are numbers to us, or can be kept as text; of lists, structs, bytes
// and the like neither is true.
bool is_number_type(const arrow::DataType& type);
bool is_text_type(const arrow::DataType& type);

struct ReadValues {
  Values values;
  std::shared_ptr<const StoredAs> stored_as = nullptr;
};

// Numbers as numbers, what is_text_type as text. Fails on an integer that has no place in 64 bits.
Result<ReadValues> values_to_mask(const arrow::ChunkedArray& column, const Progress& progress);

// No value changes: integers and doubles as they are, anything else as the text that reads back as
// the same value, with the type. Fails on a time that no text can say.
Result<ReadValues> values_to_keep(const arrow::ChunkedArray& column, const Progress& progress);

}  // namespace overhand::io
