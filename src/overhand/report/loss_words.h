// What analysts lose, in sentences: the same in the verdict and after `mask`.
#pragma once

#include <string>

#include "overhand/evaluation/evaluation.h"

namespace overhand::report {

// "12 of 1,080 records (1 of 100) break what every original obeys: tax <= income (9), ...".
std::string plausibility_words(const evaluation::Plausibility& plausibility);

// The same of a table that was measured in full.
evaluation::Plausibility plausibility_in(const evaluation::Evaluation& evaluation);

// "Weighted by w: totals within 2.1 % (wage), on average 0.6 %; ...". Empty without a weight.
std::string weighted_words(const evaluation::Evaluation& evaluation);

}  // namespace overhand::report
