// The values of a column by the ranks of scores that are on the disk.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/table/column.h"

namespace overhand::external {

// Scores from place `first` on; missing where a gap goes.
using Scores = std::function<Result<Reals>(std::size_t first, std::size_t count)>;

// The column's values, the smallest at the smallest score, equal scores in their order: the same as
// masking::values_at_ranks(), in memory for the column twice and a share of the scores. The scores
// are read several times, each time those between two of `knots`, which are some of them.
Result<Column> ranked_values(const Column& column, const Scores& scores, Reals knots,
                             std::uint64_t memory, const Progress& progress);

}  // namespace overhand::external
