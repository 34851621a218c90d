// Total variation: half the sum over the levels of a category of the differences between their
// shares in the two tables, the largest difference of the probabilities of any set of levels. A gap
// is a level; of a column of numbers with gaps the levels are "there" and "missing".
#pragma once

#include "overhand/statistics/association.h"
#include "overhand/statistics/profile.h"

namespace overhand::utility {

double total_variation(const statistics::Category& original, const statistics::Category& masked);

// The mean and the largest over the categories and the numbers that have gaps in one of the tables;
// 0 without any.
statistics::MeanAndLargest level_distances(const statistics::Profile& original,
                                           const statistics::Profile& masked);

}  // namespace overhand::utility
