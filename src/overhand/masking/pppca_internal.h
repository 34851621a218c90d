// Microaggregation along the first component of projection pursuit, as sdcMicro's method "pppca".
//
// C. Croux and A. Ruiz-Gazen (2005), "High breakdown estimators for principal components: the
// projection-pursuit approach revisited", J. Multivariate Analysis 95.
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/microaggregation_internal.h"

namespace overhand::masking {

// Sorts the records by their score on the first component and averages consecutive groups of k; the
// group of the largest scores takes the n mod k left over. The component is the direction from the
// columnwise median through that record for which the projections of all records have the largest
// median absolute deviation (the last such record). The columns are not standardised.
// Deterministic.
//
// sdcMicro computes all p components and uses the first: so do we, without the others. Where a
// record equals the median, it fails; that record has no direction and is passed over here.
// O(n^2 p) time, O(n p) memory. Fails when k > n, when every record equals the median, and
// on text, infinite and missing values.
Result<Masked> pppca(const Table& original, const MicroaggregationOptions& options,
                     const Context& context);

Method pppca_method();

}  // namespace overhand::masking
