// Records with those around them: a sample in which the nearest records of a large table are there.
#pragma once

#include <vector>

#include "overhand/external/part_store_internal.h"
#include "overhand/random/key.h"

namespace overhand::external {

// In a sample at random of a large table the records that lie nearest to a person are missing, and
// whoever is looked for there is found. So some records at random, and of each the nearest others
// of its part. `rows` has the rows of all records, part after part; `sample` tells the scales of
// the columns. In ascending order; all rows where there are not more of them.
Result<Lineage> neighbourhoods(const PartStore& parts, const Lineage& rows, const Table& sample,
                               const random::Key& key);

}  // namespace overhand::external
