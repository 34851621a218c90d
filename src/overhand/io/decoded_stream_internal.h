// A stream of UTF-8 out of one in another encoding.
#pragma once

#include <arrow/io/interfaces.h>

#include <memory>

#include "overhand/io/dialect.h"

namespace overhand::io {

// Fails as invalid where a letter has no place in the encoding.
std::shared_ptr<arrow::io::InputStream> decoded_stream(
    std::shared_ptr<arrow::io::InputStream> bytes, Encoding from);

}  // namespace overhand::io
