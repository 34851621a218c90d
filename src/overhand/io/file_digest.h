// The SHA-256 of a file, by which anybody can tell that it is the one that was released.
#pragma once

#include <string>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"

namespace overhand::io {

// 64 hexadecimal digits.
Result<std::string> sha256_of_file(const std::string& path, const Progress& progress = {});

}  // namespace overhand::io
