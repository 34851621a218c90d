// Whether letters were read by a guess, which every face tells in its own words.
#pragma once

#include <optional>
#include <string>

#include "overhand/io/read_table.h"

namespace overhand::io {

// The first column with letters that were taken for Windows-1252 because they are no UTF-8: other
// code pages have other letters in their place. None where nothing was guessed, or no letter.
std::optional<std::string> column_of_guessed_letters(const Table& table, const Layout& layout,
                                                     const ReadOptions& reading);

}  // namespace overhand::io
