// Plausibility: what every original record obeys and masked ones break, in words.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/relations/rules.h"
#include "overhand/utility/plausibility.h"

namespace overhand::evaluation {

// "tax <= income", "tax >= 0", "age is whole": broken by so many masked records.
struct BrokenRule {
  std::string rule;
  std::size_t records = 0;
};

// The most broken first; those that nobody breaks are not there.
std::vector<BrokenRule> broken_rules_in(const utility::Implausible& implausible,
                                        const std::vector<relations::Rule>& rules,
                                        const relations::Broken& broken);

struct Plausibility {
  std::size_t records = 0;      // of the masked table
  std::size_t implausible = 0;  // those that break something
  std::vector<BrokenRule> broken = {};
  bool is_sample = false;  // of both tables
};

// The measure `implausible` alone, of one masked table, without the cost of the others. Fails where
// the measures fail, on a rule that is none or that the original breaks, and when cancelled.
Result<Plausibility> plausibility_of(const Table& original, const Table& masked,
                                     const std::vector<std::string>& rules,
                                     const Progress& progress = {});

}  // namespace overhand::evaluation
