// The text of a file that a person writes: a schema, a hierarchy.
#pragma once

#include <string>

#include "overhand/core/result.h"

namespace overhand::io {

// Fails where it cannot be read or has more than 16 MB; `what` begins that sentence.
Result<std::string> small_file(const std::string& path, const std::string& what);

}  // namespace overhand::io
