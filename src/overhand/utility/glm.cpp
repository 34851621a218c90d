#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "overhand/utility/logistic_internal.h"

namespace overhand::utility {
namespace {

using Eigen::ArrayXd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// R's logit link: beyond 30 the odds are epsilon or its inverse.
double inverse_link(double eta) {
  const double odds = eta < -30 ? epsilon : eta > 30 ? 1 / epsilon : std::exp(eta);
  return odds / (1 + odds);
}

double link_slope(double eta) {
  if (std::abs(eta) > 30) return epsilon;
  const double odds = std::exp(eta);
  return odds / ((1 + odds) * (1 + odds));
}

double deviance(const Quadratic& design, const ArrayXd& mu) {
  const Index n = design.originals();
  return -2 * ((1 - mu.head(n)).log().sum() + mu.tail(mu.size() - n).log().sum());
}

}  // namespace

Logistic glm_fit(const Quadratic& design) {
  constexpr int most_steps = 25;
  constexpr double tolerance = 1e-8;
  MatrixXd x(design.rows(), design.terms());
  design.fill(x, 0, design.rows());
  ArrayXd y = ArrayXd::Zero(design.rows());
  y.tail(design.rows() - design.originals()) = 1;

  ArrayXd eta = ((y + 0.5) / 2 / (1 - (y + 0.5) / 2)).log();
  ArrayXd mu = eta.unaryExpr(&inverse_link);
  double last = deviance(design, mu);
  Logistic result;
  while (!result.has_converged && result.iterations < most_steps) {
    ++result.iterations;
    const ArrayXd slope = eta.unaryExpr(&link_slope);
    const ArrayXd root = slope / (mu * (1 - mu)).sqrt();
    const VectorXd target = root * (eta + (y - mu) / slope);
    const Eigen::HouseholderQR<MatrixXd> qr(root.matrix().asDiagonal() * x);
    const VectorXd coefficients = qr.solve(target);
    if (!coefficients.allFinite()) break;
    eta = (x * coefficients).array();
    mu = eta.unaryExpr(&inverse_link);
    const double reached = deviance(design, mu);
    result.has_converged = std::abs(reached - last) / (std::abs(reached) + 0.1) < tolerance;
    last = reached;
  }
  result.probability = mu;
  return result;
}

}  // namespace overhand::utility
