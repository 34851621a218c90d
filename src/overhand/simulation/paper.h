// The simulated tables of the paper (appendix A1.3, A1.4).
#pragma once

#include <cstddef>
#include <optional>

#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::simulation {

struct PaperOptions {
  std::size_t rows = 500;
  std::size_t columns = 10;
  std::optional<double> rho = std::nullopt;  // drawn from U(-0.8, 0.8) when not given
};

// Normal columns with means mu ~ U(-3, 3), variances 1 and correlations rho^|i-j|.
Table gaussian(const PaperOptions& options, const random::Key& key);

// Exponential columns of one rate lambda ~ U(0.1, 10), joined by the normal copula with rho^|i-j|.
Table exponential(const PaperOptions& options, const random::Key& key);

// The table of the timing study: normal, mean 0, correlations (-0.75)^|i-j| unless rho is given.
Table timing(const PaperOptions& options, const random::Key& key);

}  // namespace overhand::simulation
