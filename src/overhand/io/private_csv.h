// Facts about single records in a file: a CSV, whatever its extension, that only its owner can
// read.
#pragma once

#include <string>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::io {

Status write_private_csv(const Table& table, const std::string& path);

}  // namespace overhand::io
