// What the levels of records say of their numbers, over all cells: a regression on indicators.
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/random/stream.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {

// The levels of some records, of each category one: the coordinate of its indicator, or
// `no_effect`.
struct Indicators {
  static constexpr std::int32_t no_effect = -1;

  std::vector<std::vector<std::int32_t>> of_category;
  Eigen::Index count = 0;  // coordinates of all categories together
};

// The regression of each column, in standard deviations, on the indicators, shrunk a little: those
// of one category determine each other. No value counts beyond 2.5 standard deviations: the levels
// of the richest person would stand out by their means. O(n c (c + p)) for c categories and p
// columns.
statistics::Matrix level_effects(const Indicators& levels, const statistics::Matrix& values);

// Adds to the mean of each level what one of its holders would: who knows all holders but one
// cannot compute the last from it.
void blur(const Indicators& levels, random::Stream& stream, statistics::Matrix& effects);

// Adds `times` the effects of their levels to the records.
void add_effects(const Indicators& levels, const statistics::Matrix& effects,
                 statistics::Ordered times, statistics::Matrix& values);

}  // namespace overhand::masking
