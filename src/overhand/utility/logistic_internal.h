// Logistic regression of "is masked" on a quadratic design, by damped Newton or as R's glm.fit.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "overhand/utility/quadratic_internal.h"

namespace overhand::utility {

struct Logistic {
  Eigen::VectorXd probability;  // of being masked, row by row
  int iterations = 0;
  bool has_converged = false;
};

// The terms that are not combinations of earlier ones, and X'X of all terms.
struct Independent {
  std::vector<Index> kept;
  std::vector<Index> left_out;
  Eigen::MatrixXd gram;  // of the kept ones
};
Independent independent_terms(const Quadratic& design);

// The log-likelihood is concave, so that a Newton step, halved until the deviance does not grow,
// always leads to its maximum: at most 100 steps, until the deviance changes by less than 1e-8 of
// itself. Under separation there is no maximum; then the probabilities go to 0 and 1.
Logistic damped_newton(const Quadratic& design, const Eigen::MatrixXd& gram);

// R's glm.fit, step for step: starts at 1/4 and 3/4, at most 25 undamped steps.
Logistic glm_fit(const Quadratic& design);

}  // namespace overhand::utility
