// How a file is read, in the words of the command line, for every face that tells a command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/io/read_table.h"

namespace overhand::commands {

// "utf-8", as --encoding takes it.
std::string_view word_for(io::Encoding encoding);

// The options that say the same, such as {"--delimiter", ";", "--no-header"}.
std::vector<std::string> reading_words(const io::ReadOptions& reading);

}  // namespace overhand::commands
