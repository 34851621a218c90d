// Normal columns, from which simulated tables are made.
#pragma once

#include <vector>

#include "overhand/random/key.h"
#include "overhand/table/column.h"

namespace overhand::simulation {

// Standard normal columns with correlations rho^|i-j|: an autoregression from column to column.
std::vector<Reals> correlated_normals(std::size_t rows, std::size_t columns, double rho,
                                      const random::Key& key);

double normal_cdf(double z);

}  // namespace overhand::simulation
