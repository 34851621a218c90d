// cell_rotate of a table on the disk.
#pragma once

#include "overhand/external/masked_table.h"
#include "overhand/external/original.h"
#include "overhand/masking/methods.h"

namespace overhand::external {

// The masked table, part by part (masking/parted_rotation.h). The context's key is that of the
// release. Derived columns are those of `derivations`.
Result<MaskedTable> rotate(const Original& original, const masking::MaskOptions& options,
                           std::vector<relations::Derivation> derivations, const Room& room,
                           const masking::Context& context);

}  // namespace overhand::external
