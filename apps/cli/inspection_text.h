// What inspect finds, as a table on the terminal.
#pragma once

#include <string>

#include "overhand/inspection/inspection.h"
#include "overhand/io/layout.h"

namespace overhand::cli {

// "CSV with semicolons, decimal commas, Windows-1252", "Excel, sheet 'data'".
std::string words_for(const io::Layout& layout);

// For a terminal of so many letters a line; colours only where it has some.
std::string inspection_text(const inspection::Inspection& inspection, std::size_t width,
                            bool has_colours);

}  // namespace overhand::cli
