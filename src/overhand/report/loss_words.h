// What analysts lose, in sentences: the same in the verdict and after `mask`.
#pragma once

#include <string>
#include <vector>

#include "overhand/coarsening/key_loss.h"
#include "overhand/evaluation/evaluation.h"

namespace overhand::report {

// "12 of 1,080 records (1 of 100) break what every original obeys: tax <= income (9), ...".
std::string plausibility_words(const evaluation::Plausibility& plausibility);

// The same of a table that was measured; of a sample where that was.
evaluation::Plausibility plausibility_in(const evaluation::Evaluation& evaluation);

// "Correlations within 0.03 (age and wage: 0.52, now 0.49), on average within 0.01."
std::string association_words(const evaluation::Evaluation& evaluation);

// "A model that tries to tell masked from original records succeeds little (boosted trees 0.05 of
// 1, a regression 0.01). Trees that learn from ..."
std::string model_words(const evaluation::Measurements& measured);

// "How name goes with masked columns is not measured: ...". Empty where all columns are.
std::string unrelated_words(const evaluation::Evaluation& evaluation);

// "Weighted by w: totals within 2.1 % (wage), on average 0.6 %; ...; the sum of weights within
// 0.4 %." Empty without a weight.
std::string weighted_words(const evaluation::Evaluation& evaluation);

// "Analysis wage ~ age: the intervals of 1 of 3 coefficients overlap by less than 0.5: age (0.06)."
std::string analysis_words(const utility::Analysis& analysis);

// "2 % of their cells suppressed or left out, 12 of 40 levels, ...".
std::string key_loss_words(const coarsening::KeyLoss& loss);

// What analysts must be told before they use the table, each as the end of a sentence; empty where
// it loses little: of all columns together, of any two, of weighted totals and of what analysts
// said they compute.
std::vector<std::string> loss_cautions(const evaluation::Evaluation& evaluation);

}  // namespace overhand::report
