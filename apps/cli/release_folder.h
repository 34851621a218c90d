// The folder of a release, as its manifest describes it.
#pragma once

#include <string>

#include "command_line.h"

namespace overhand::cli {

// Fails where there is none, or one that names no files.
Json manifest_in(const std::string& folder);

// The text there; nothing where a manifest has something else.
std::string text_in(const Json& object, const char* name);

// The path of a file that a manifest names. Fails where it is not the one that was released.
std::string released_file(const std::string& folder, const Json& file);

}  // namespace overhand::cli
