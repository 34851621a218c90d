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
  Coarsening coarsening;   // in place of what an earlier step said of the column
  std::size_t values = 0;  // that the column has then
  double kept = 1;         // of what the column tells (its entropy), 0 to 1
  std::size_t below = 0;   // records that share their keys with fewer than k then
};

struct Proposal {
  std::size_t records = 0;
  std::size_t below = 0;  // records that share their keys with fewer than k as they are
  std::vector<ProposedStep> steps = {};
};

// Step by step the one that saves most records for what the column loses, or joins most groups of
// records that look alike where none saves any, until no record shares its keys with fewer than k
// or nothing saves any more: numbers in wider and wider bands, dates to months, quarters, years,
// codes of one length by fewer letters, rare levels merged. Greedy: other steps may lose less
// together. Fails on keys that are none.
Result<Proposal> proposed(const Table& table, const std::vector<std::string>& keys, std::size_t k);

}  // namespace overhand::coarsening
