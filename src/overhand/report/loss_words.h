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

// "Weighted by w: totals within 2.1 % (wage), on average 0.6 %; ...; the sum of weights within
// 0.4 %." Empty without a weight.
std::string weighted_words(const evaluation::Evaluation& evaluation);

// No weighted total, and no sum of weights, changed by more than 5 %.
bool keeps_weighted_totals(const evaluation::Evaluation& evaluation);

// "Analysis wage ~ age: the intervals of 1 of 3 coefficients overlap by less than 0.5: age (0.06)."
std::string analysis_words(const utility::Analysis& analysis);

// No coefficient of an analysis that was asked for has intervals that overlap by less than half.
bool keeps_analyses(const evaluation::Evaluation& evaluation);

}  // namespace overhand::report
