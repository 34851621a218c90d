// An error in the words of the command line.
#pragma once

#include <string>

#include "overhand/core/error.h"

namespace overhand::cli {

// The sentence with its file and line, and the options that would help.
std::string words_of(const Error& error);

}  // namespace overhand::cli
