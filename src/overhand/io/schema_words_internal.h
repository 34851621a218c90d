// Words of TOML, as a schema is written.
#pragma once

#include <string>
#include <string_view>

namespace overhand::io {

// In quotes, as TOML writes a string on one line.
std::string quoted(std::string_view text);

}  // namespace overhand::io
