// Blocks masked each by itself and put together again: strata, and units of one size.
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/units_internal.h"

namespace overhand::masking {

struct Assembled {
  Masked masked;
  Lineage alike;   // for each masked record an original one of its stratum
  Integers units;  // the number of its unit, from 1 in the order of the masked table
};

// Masks `table`, which has the columns to mask alone, block by block. The records of a unit stay
// together; units come in random order, or in that of their sources where the method keeps rows.
Result<Assembled> mask_blocks(const Method& method, const Table& table,
                              const std::vector<Block>& blocks, const OptionValues& values,
                              const Context& context);

}  // namespace overhand::masking
