// Noise with the covariance of the columns, for correlated_noise and rank_noise.
#pragma once

#include "overhand/masking/moments_internal.h"
#include "overhand/random/stream.h"

namespace overhand::masking {

// values + N(0, percent/100 Cov(values)), from the streams of that purpose.
Matrix with_correlated_noise(Matrix values, double percent, const random::Key& key,
                             random::Purpose purpose);

}  // namespace overhand::masking
