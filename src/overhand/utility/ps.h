// Propensity score loss (PS): how well a logistic regression tells masked from original records.
//
// The two tables are stacked and standardised; the model has an intercept, the columns, their
// squares and all pairwise products. Of a mixed table it has an indicator of each gap and of the
// commonest levels (effects_internal.h) beside the numbers. With p_i the fitted probability of
// being masked and c the share of masked records, PS = mean (p_i - c)^2 / (c (1 - c)): 4/(2n) sum
// (p_i - 1/2)^2 for tables of the same size. 0: the model cannot tell them apart; 1: it always can.
//
// M.-J. Woo, J. P. Reiter, A. Oganian and A. F. Karr (2009), "Global measures of data utility for
// microdata masked for disclosure limitation", J. Privacy and Confidentiality 1.
#pragma once

#include <string>
#include <vector>

#include "overhand/statistics/profile.h"

namespace overhand::utility {

enum class PsFit {
  damped,  // Newton steps, halved until the deviance does not grow
  glm,     // R's glm.fit: undamped, which diverges on heavy tails and then gives 1
};

struct Ps {
  double ps = 0;
  double pmse_ratio = 0;  // the mean squared deviation by its expectation without any difference:
                          // (k - 1) (1 - c)^2 c / N, k coefficients; J. Snoke et al. (2018)
  int iterations = 0;
  bool has_converged = false;
  bool has_products = true;              // false beyond 43 columns, and where they would make more
                                         // terms than a fifth of the records: then columns and
                                         // squares only
  std::size_t terms_with_products = 0;   // where the records are too few for them
  std::vector<std::string> left_out;     // terms that are combinations of earlier ones: "AGI",
                                         // "AGI^2", "AGI*TAXINC"
  std::vector<std::string> merged = {};  // categories of which rare levels are taken together
};

Ps propensity_score(const statistics::Profile& original, const statistics::Profile& masked,
                    PsFit fit = PsFit::damped);

}  // namespace overhand::utility
