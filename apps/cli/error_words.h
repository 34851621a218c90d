// An error in the words of the command line.
#pragma once

#include <string>

#include "overhand/core/error.h"

namespace overhand::cli {

// The sentence with its file and line, and the options that would help.
std::string words_of(const Error& error);

// The command that writes a schema for this table. `reading`: the options by which it is read, each
// with a blank in front.
std::string inspect_command(const std::string& input, const std::string& reading);

}  // namespace overhand::cli
