// The Kolmogorov-Smirnov distance of each column's distribution in the two tables:
// sup |F_original - F_masked|. Needs no pairing and no equal numbers of records.
#pragma once

#include "overhand/statistics/association.h"
#include "overhand/statistics/profile.h"

namespace overhand::utility {

double kolmogorov_smirnov(std::span<const double> sorted_original,
                          std::span<const double> sorted_masked);

// The mean and the largest over the columns.
statistics::MeanAndLargest marginal_distances(const statistics::Profile& original,
                                              const statistics::Profile& masked);

}  // namespace overhand::utility
