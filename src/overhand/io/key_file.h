// Reads a key from a file that only its owner can read.
#pragma once

#include <string>

#include "overhand/random/key.h"

namespace overhand::io {

// Fails when the file is not there, is not 32 bytes long, or others than its owner can read it.
Result<random::Key> read_key_file(const std::string& path);

}  // namespace overhand::io
