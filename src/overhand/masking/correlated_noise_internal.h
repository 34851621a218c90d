// Correlated noise: sdcMicro's addNoise(method = "correlated").
//
// R. Brand (2002), "Microdata protection through noise addition", LNCS 2316; J. J. Kim (1986).
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"
#include "overhand/random/stream.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {

struct CorrelatedNoiseOptions {
  double percent = 20;
};

void describe(CorrelatedNoiseOptions& options, auto&& option) {
  option("percent", options.percent, "noise, in percent of the columns' covariance matrix",
         {.minimum = 0.1, .maximum = 1000, .grid = evenly_spaced(1, 4, 30)});
}

// x + N(0, percent/100 Cov(X)), Cov with divisor n - 1; it may be singular, and then linear
// identities between columns hold for the masked ones too, to the square root of rounding. The
// columns become reals. Keeps in expectation the means and the correlations; variances grow by the
// factor 1 + percent/100. Fails on text, infinite and missing
// values.
Result<Masked> correlated_noise(const Table& original, const CorrelatedNoiseOptions& options,
                                const Context& context);

// For rank_noise too: values + N(0, percent/100 Cov(values)), from the streams of that purpose.
statistics::Matrix with_correlated_noise(statistics::Matrix values, double percent,
                                         const random::Key& key, random::Purpose purpose);

Method correlated_noise_method();

}  // namespace overhand::masking
