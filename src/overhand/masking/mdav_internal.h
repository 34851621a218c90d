// MDAV: maximum distance to average vector, the standard heuristic of multivariate
// microaggregation.
//
// J. Domingo-Ferrer and V. Torra (2005), "Ordinal, continuous and heterogeneous k-anonymity through
// microaggregation", Data Mining and Knowledge Discovery 11, algorithm MDAV-generic.
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/microaggregation_internal.h"

namespace overhand::masking {

// Each record by the mean of its MDAV group: groups of k, the last of k to 2k-1. Same groups as
// sdcMicro's, whose ties we follow (mdav_groups_internal.h). Keeps the column means. O(n^2 p / k).
// Fails when k > n, and on text, infinite and missing values.
Result<Masked> mdav(const Table& original, const MicroaggregationOptions& options,
                    const Context& context);

Method mdav_method();

}  // namespace overhand::masking
