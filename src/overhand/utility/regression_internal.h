// Linear and logistic regression with standard errors, as R's lm and glm give them.
#pragma once

#include <Eigen/Core>

namespace overhand::utility {

// Of the intercept and of each column of the design; NaN where a column is a combination of those
// before it.
struct Regression {
  Eigen::VectorXd estimate;
  Eigen::VectorXd error;
  bool has_converged = true;  // false: too few records, or a response that is told apart entirely
};

// By least squares; the variance has the divisor n - k.
Regression linear_regression(const Eigen::MatrixXd& design, const Eigen::VectorXd& response);

// By maximum likelihood: Newton steps, halved until the deviance does not grow. The response is 0
// or 1.
Regression logistic_regression(const Eigen::MatrixXd& design, const Eigen::VectorXd& response);

}  // namespace overhand::utility
