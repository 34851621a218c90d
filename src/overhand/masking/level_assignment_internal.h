// Levels given to records at least cost: a small transportation problem, solved exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace overhand::masking {

// The level of each record such that level l goes to counts[l] records and the sum of the records'
// scores for their levels is as large as can be. scores[record * levels + level]; the counts add up
// to the records.
//
// Records come one after the other, each by the cheapest chain of moves that ends at a level with
// room (successive shortest paths: R. G. Busacker and P. J. Gowen 1961). The chains go over levels,
// not over records, so that it costs O(m (m L + L^2)) for m records and L levels.
std::vector<std::uint32_t> assigned_levels(std::span<const double> scores,
                                           std::span<const std::size_t> counts);

}  // namespace overhand::masking
