// Masks a table that does not fit in the memory.
#pragma once

#include "overhand/external/masked_table.h"
#include "overhand/external/original.h"
#include "overhand/masking/methods.h"

namespace overhand::external {

// sjppds: the same masked table as masking::mask() gives of the whole original with the same key.
// The structure of `options` may derive columns, and no more. Fails as masking::mask() does, where
// the memory is too small for what must be there at once, and where the disk is.
Result<MaskedTable> mask(const Original& original, const masking::Method& method,
                         const masking::MaskOptions& options, const Room& room,
                         const masking::Context& context);

// The bytes of temporary files that survey() and mask() need.
std::uint64_t scratch_size(std::size_t rows, std::size_t columns, bool reads_single_columns,
                           const masking::Method& method);

}  // namespace overhand::external
