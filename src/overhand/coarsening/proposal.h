// Which columns to coarsen, and how far, so that records share their keys.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/coarsening.h"
#include "overhand/table/table.h"

namespace overhand::coarsening {

struct ProposedStep {
  std::string column;
  Coarsening coarsening;
  std::size_t values = 0;  // that the column has then
  double kept = 1;         // of what the column tells (its entropy), 0 to 1
  std::size_t below = 0;   // records whose keys are true of fewer than k then
};

struct Proposal {
  std::size_t records = 0;
  std::size_t below = 0;  // records whose keys are true of fewer than k as they are
  std::vector<ProposedStep> steps = {};
};

// Step by step the one that saves most records for what the column loses, or joins most groups of
// records that look alike where none saves any, until what the keys of each record tell is true of
// k records or nothing saves any more: numbers in wider and wider bands, dates to months, quarters,
// years, codes of one length by fewer letters, rare levels merged. Then each column goes back to
// the finest values that save as many, so that no step makes no difference. Each column has one
// step at most, in the order in which they are worth most. Greedy: other steps may lose less
// together. Columns of `settled` stay as they are. Fails on keys that are none and on fewer than k
// records.
Result<Proposal> proposed(const Table& table, const std::vector<std::string>& keys, std::size_t k,
                          const std::vector<std::string>& settled = {});

}  // namespace overhand::coarsening
