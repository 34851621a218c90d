// Whether partners can be the sources of a masked table: a record that was made from its source is
// nearer to it than to other originals. Sources of another table, of another masking or in another
// order are no nearer than any.
#pragma once

#include <cstdint>
#include <span>

#include "overhand/statistics/profile.h"

namespace overhand::risk {

// Of up to 2,000 records each is held against its partner and against 20 partners of others. Were
// the partners strangers, the place of the own one among the 21 would be any; three standard
// deviations of their mean below that is a fit, which strangers reach once in 700 tables. True
// where there are fewer than 10 records, too few to tell.
bool partners_fit(const statistics::Profile& original, const statistics::Profile& masked,
                  std::span<const Row> partners);

// The same of two tables, over the columns to mask; true where they cannot be measured.
bool sources_fit(const Table& original, const Table& masked, std::span<const Row> sources);

}  // namespace overhand::risk
