// How a column of a schema is to be coarsened.
#pragma once

#include "overhand/io/toml_keys_internal.h"
#include "overhand/table/coarsening.h"

namespace overhand::io {

// The keys of a column that say it.
const std::vector<std::string>& coarsening_keys();

// Fails on keys that do not go together, and on values that no column could follow.
TomlKeys::Problem read_coarsening(const TomlKeys& keys, const toml::table& table,
                                  const std::string& column, Coarsening& coarsening);

// The lines of a schema that say it.
std::string coarsening_text(const Coarsening& coarsening);

}  // namespace overhand::io
