// The lineage of a masking in a file: a CSV with one column, `source`, the 1-based original row of
// each masked row, whatever its extension. Who has it links every record, so only its owner can
// read it.
#pragma once

#include <span>
#include <string>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/table/row.h"

namespace overhand::io {

Status write_lineage(std::span<const Row> lineage, const std::string& path);

// 0-based again. Fails when the column is not there or a row is below 1.
Result<Lineage> read_lineage(const std::string& path, const Progress& progress = {});

}  // namespace overhand::io
