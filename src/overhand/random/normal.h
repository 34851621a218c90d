// Normal variates by inversion: one per 64-bit word, so that variate i of a stream depends on
// nothing but word i.
#pragma once

#include <span>

#include "overhand/random/uniform.h"

namespace overhand::random {

// The quantile function of the standard normal distribution, for 0 < probability < 1.
// M. J. Wichura (1988), "Algorithm AS 241", Applied Statistics 37: about 1 part in 10^16.
double normal_quantile(double probability);

// Fills `variates` with what as many calls of normal() would give, several at a time.
void fill_normal(std::span<double> variates, Stream& stream);

inline double normal(Stream& stream) { return normal_quantile(uniform(stream)); }

}  // namespace overhand::random
