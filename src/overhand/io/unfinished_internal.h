// Unfinished files: output that has no name yet. The process that writes one holds a lock on it,
// and the lock goes with the process: a file that nobody holds was left by one that was killed.
#pragma once

#include <string>

#include "overhand/core/result.h"

namespace overhand::io {

struct Unfinished {
  std::string path;
  int descriptor;  // open for writing, mode 0600, held
};

// A new one in `folder`, after those that killed processes left there are removed. `name` is the
// file that it will be, for the sentence on failure.
Result<Unfinished> make_unfinished(const std::string& folder, const std::string& name);

// The same as a folder (mode 0700), held by a file in it.
Result<Unfinished> make_unfinished_folder(const std::string& folder, const std::string& name);
constexpr const char* holder_name = "/.holder";

}  // namespace overhand::io
