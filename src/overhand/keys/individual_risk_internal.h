// Individual risk: the probability that who finds the keys of a record in the population, and takes
// one of those who have them for it, is right.
//
// R. Benedetti, L. Franconi (1998); L. Franconi, S. Polettini (2004), "Individual risk estimation
// in mu-Argus: a review", LNCS 3050. Of a class of f records that weigh F, the number of people in
// the population who have its keys is taken to be negative binomial with f successes of probability
// p = f/F; the risk is the mean of 1 over that number:
//   f = 1:  p/q log(1/p),  f = 2:  p/q - (p/q)^2 log(1/p),  with q = 1 - p,
//   f > 2:  p/(f - q), the approximation that sdcMicro's indivRisk takes as well.
// Where the records weigh no more than their number they are all there are, and the risk is 1/f: so
// it is without weights.
#pragma once

#include "overhand/keys/class_sizes.h"

namespace overhand::keys {

double individual_risk(Row records, double weight);

// Of each of the classes.
Reals individual_risks(const ClassSizes& sizes);

}  // namespace overhand::keys
