// Additive noise, independent in each column: sdcMicro's addNoise(method = "additive").
//
// R. Brand (2002), "Microdata protection through noise addition", LNCS 2316.
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

struct NoiseOptions {
  double percent = 20;
};

void describe(NoiseOptions& options, auto&& option) {
  option("percent", options.percent, "noise, in percent of each column's standard deviation",
         {.minimum = 0.1, .maximum = 1000, .grid = evenly_spaced(1, 4, 30)});
}

// x_j + N(0, (percent/100 sd_j)^2), sd with divisor n - 1. The columns become reals. Keeps nothing
// exactly but the rows; means and covariances (off the diagonal) in expectation.
// Fails on text, infinite and missing values.
Result<Masked> noise(const Table& original, const NoiseOptions& options, const Context& context);

Method noise_method();

}  // namespace overhand::masking
