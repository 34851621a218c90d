// Rank interval disclosure (RID): the share of records whose original value has, in every column, a
// rank within n p of the masked value's rank; the mean over p = 1 %, ..., 10 %. Average ranks. Of
// mixed tables the ordered columns, n the number of values that are there, where both are.
//
// J. M. Mateo-Sanz, F. Sebe and J. Domingo-Ferrer (2004), "Outlier protection in continuous
// microdata masking".
#pragma once

#include "overhand/risk/dbrl.h"

namespace overhand::risk {

double rid(const statistics::Profile& original, const statistics::Profile& masked,
           Partners partners);

}  // namespace overhand::risk
