// From a table that was read to one that can be masked, for faces that tell sentences afterwards.
#pragma once

#include <string>
#include <vector>

#include "commands/preparation.h"
#include "overhand/core/progress.h"

namespace overhand::commands {

// What a person says wins over the schema.
Structure merged(Structure schema, const Structure& said);

struct MaskingTerms {
  bool drops_rare_units = false;
  bool takes_rare_units = false;     // the method keeps units whole, of whatever size
  bool suppresses_records = false;   // those below suppress_records, or below the k of the schema
  std::size_t suppress_records = 0;  // records that share their keys with fewer are left out
  bool derives = true;               // sums that are found are computed after masking
};

// The table as its schema coarsens it, without what the terms leave out, and the choice with the
// sums that were found in it. `told` gets in sentences what was coarsened, left out and found.
// Fails on columns that look like identifiers until somebody decides them, on rules that the table
// breaks, on weights that are none and on units that cannot be masked.
Result<PreparedTable> to_mask(io::TableInFile read, ColumnChoice& choice, const MaskingTerms& terms,
                              std::vector<std::string>& told, const Progress& progress);

}  // namespace overhand::commands
