// Population uniques: how many of the records that share their keys with no other are alone with
// them in the population too.
//
// By the model of the individual risk (individual_risk_internal.h) a record that is alone in the
// sample and weighs F is alone in the population with probability 1/F, independently of the others,
// so that their number is Poisson binomial. Without weights the records are all there are: every
// one that is alone counts.
#pragma once

#include "overhand/keys/class_sizes.h"
#include "overhand/statistics/wilson.h"

namespace overhand::keys {

struct PopulationUniques {
  double expected = 0;
  statistics::Interval interval = {};  // the number lies in it with a probability of at least 95 %
};

// Of the classes of all records.
PopulationUniques population_uniques(const ClassSizes& sizes);

// Where the number of successes of independent trials lies, at most 2.5 % to either side: exactly
// where that is cheap, else by the normal distribution.
statistics::Interval success_interval(const Reals& probabilities);

}  // namespace overhand::keys
