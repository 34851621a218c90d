// What analysts lose, in sentences: the same in the verdict and after `mask`.
#pragma once

#include <string>

#include "overhand/evaluation/evaluation.h"

namespace overhand::report {

// "12 of 1,080 records (1 of 100) break what every original obeys: tax <= income (9), ...".
std::string plausibility_words(const evaluation::Plausibility& plausibility);

// The same of a table that was measured in full.
evaluation::Plausibility plausibility_in(const evaluation::Evaluation& evaluation);

// "Correlations within 0.03 (age and wage: 0.52, now 0.49), on average within 0.01."
std::string association_words(const evaluation::Evaluation& evaluation);

// "How name goes with masked columns is not measured: ...". Empty where all columns are.
std::string unrelated_words(const evaluation::Evaluation& evaluation);

// "Weighted by w: totals within 2.1 % (wage), on average 0.6 %; ...". Empty without a weight.
std::string weighted_words(const evaluation::Evaluation& evaluation);

}  // namespace overhand::report
