// Standard deviation interval disclosure (SDID): the share of records whose original value lies, in
// every column, within k standard deviations (of the masked column) of the masked value, borders
// included; the mean over k = 1 %, ..., 10 %. Of mixed tables the ordered columns, where both
// values are there.
//
// J. M. Mateo-Sanz, F. Sebe and J. Domingo-Ferrer (2004), "Outlier protection in continuous
// microdata masking". At k = 5 % alone it is sdcMicro's dRisk.
#pragma once

#include "overhand/risk/dbrl.h"

namespace overhand::risk {

struct IntervalDisclosure {
  double sdid;
  double drisk;
};

IntervalDisclosure interval_disclosure(const statistics::Profile& original,
                                       const statistics::Profile& masked, Partners partners);

}  // namespace overhand::risk
