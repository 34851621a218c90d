// How often each value of a column is there.
#pragma once

#include <vector>

#include "overhand/inspection/inspection.h"
#include "overhand/table/identifiers.h"

namespace overhand::inspection {

constexpr std::size_t few_levels = 20;

struct Tally {
  ValueCount count;
  std::size_t missing = 0;
  std::size_t rarest = 0;              // records of the rarest value; missing counts as one
  std::vector<std::size_t> commonest;  // the counts of the commonest values
  std::vector<Level> levels = {};      // of at most few_levels: numbers by value, then texts
};
Tally tally(const Column& column);

// The distinct values that are there, in their order, where they are at most few_levels; stops
// looking at one more.
std::optional<std::vector<std::int64_t>> few_values(const Cells<std::int64_t>& values);

}  // namespace overhand::inspection
