// Which records are most at risk, and by which keys: for the owner of the table alone.
#pragma once

#include "overhand/keys/measures.h"

namespace overhand::keys {

struct RiskyRecord {
  Row row = 0;
  Row sharing = 0;  // records that share its keys, itself counted
  double risk = 0;
  double score = 0;                      // of SUDA
  std::vector<std::uint32_t> sets = {};  // its MSUs (suda.h), the smallest first
};

// Of the records that share their keys with fewer than k at most `most`: those with the highest
// risk first, of equal ones those with the highest score, then as they stand. `measures` are those
// of the table. Fails where its keys are none of the table's.
Result<std::vector<RiskyRecord>> riskiest(const Table& table, const KeyMeasures& measures, Row k,
                                          std::size_t most);

// The minimal sets of up to `largest` keys whose values no other record has, the smallest first:
// what suda() counts over all records, of one.
std::vector<std::uint32_t> unique_sets_of(const KeyCodes& keys, Row row, std::size_t largest);

}  // namespace overhand::keys
