// A hierarchy of values as ARX writes it: no header, each line a value, what stands above it, what
// stands above that, ..., with ; or , between them.
#pragma once

#include <string>

#include "overhand/core/result.h"
#include "overhand/table/coarsening.h"

namespace overhand::io {

// What each value becomes at the level, 1 being the one next to the values. Fails, with the line,
// on lines of different lengths, on a value that stands there twice and on a level that the file
// has not.
Result<Ancestors> ancestors_of(std::string_view text, const std::string& file, std::size_t level);

Result<Ancestors> read_hierarchy(const std::string& path, std::size_t level);

}  // namespace overhand::io
