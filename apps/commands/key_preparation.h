// Keys made shared in the way that loses least, and what they lose, for every face.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/preparation.h"
#include "overhand/core/progress.h"
#include "overhand/masking/masked.h"

namespace overhand::commands {

// Where the structure has a k: holds the ways to make the keys shared against each other, does to
// the table what the one says that loses least (all but the suppression, which comes after the
// masking), and keeps the ways. Columns that the schema coarsens are coarsened no further.
Status prepare_keys(PreparedTable& read, const ColumnChoice& choice, const Progress& progress);

// What the kept keys of a masked table have lost since the file; none where nothing was to happen
// to them or where no sources are known.
std::optional<coarsening::KeyLoss> key_loss_of(const PreparedTable& read,
                                               const masking::Masked& masked,
                                               const Structure& structure);

// How a report tells the ways.
std::vector<report::Detail> details_of(const coarsening::KeyWays& ways);

report::Json json_of(const coarsening::KeyWays& ways);
report::Json json_of(const coarsening::KeyLoss& loss);

}  // namespace overhand::commands
