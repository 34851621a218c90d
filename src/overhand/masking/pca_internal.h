// Microaggregation along the first principal component, as sdcMicro's method "pca".
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/microaggregation_internal.h"

namespace overhand::masking {

// Sorts the records by their score on the first principal component of the standardised columns and
// averages consecutive groups of k; the group of the largest scores takes the n mod k left over.
// The component's first loading is made non-negative. Keeps the column means. O(n p^2 + n log n).
// Fails when k > n, on a constant column, and on text, infinite and missing values.
Result<Masked> pca(const Table& original, const MicroaggregationOptions& options,
                   const Context& context);

Method pca_method();

}  // namespace overhand::masking
