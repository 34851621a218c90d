#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <vector>

#include "overhand/core/stopping.h"
#include "overhand/utility/regression_internal.h"

namespace overhand::utility {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The design with an intercept, its columns standardised so that no unit spoils the arithmetic, and
// without those that follow from columns before them.
class Standardised {
 public:
  explicit Standardised(const MatrixXd& design)
      : mean_(VectorXd::Zero(design.cols() + 1)),
        scale_(VectorXd::Ones(design.cols() + 1)),
        z_(design.rows(), design.cols() + 1) {
    z_.col(0).setOnes();
    for (Index j = 0; j < design.cols(); ++j) {
      mean_[j + 1] = design.col(j).mean();
      z_.col(j + 1) = design.col(j).array() - mean_[j + 1];
      const double scale = z_.col(j + 1).norm() / std::sqrt(static_cast<double>(design.rows()));
      scale_[j + 1] = scale > 0 ? scale : 1;
      z_.col(j + 1) /= scale_[j + 1];
    }
    keep_independent();
  }

  const MatrixXd& matrix() const { return kept_z_; }

  // Estimates and errors in the units of the design.
  Regression in_own_units(const VectorXd& estimate, const MatrixXd& covariance) const {
    const auto k = static_cast<Index>(kept_.size());
    MatrixXd back = MatrixXd::Zero(k, k);  // of the kept columns
    back(0, 0) = 1;
    for (Index c = 1; c < k; ++c) {
      const Index column = kept_[static_cast<std::size_t>(c)];
      back(c, c) = 1 / scale_[column];
      back(0, c) = -mean_[column] / scale_[column];
    }
    const VectorXd own = back * estimate;
    const VectorXd variance = (back * covariance * back.transpose()).diagonal();
    Regression result = none();
    for (Index c = 0; c < k; ++c) {
      const Index column = kept_[static_cast<std::size_t>(c)];
      result.estimate[column] = own[c];
      result.error[column] = std::sqrt(std::max(0.0, variance[c]));
    }
    result.has_converged = true;
    return result;
  }

  // Where nothing can be said.
  Regression none() const {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {VectorXd::Constant(z_.cols(), nan), VectorXd::Constant(z_.cols(), nan), false};
  }

 private:
  // By Gram-Schmidt: what is left of a column that is new is more than a millionth of its length.
  void keep_independent() {
    constexpr double nothing_left = 1e-12;  // of the square
    const MatrixXd gram = z_.transpose() * z_;
    MatrixXd factor = MatrixXd::Zero(z_.cols(), z_.cols());
    for (Index j = 0; j < z_.cols(); ++j) {
      const auto rank = static_cast<Index>(kept_.size());
      VectorXd row(rank);
      for (Index c = 0; c < rank; ++c) {
        const Index other = kept_[static_cast<std::size_t>(c)];
        row[c] = (gram(j, other) - row.head(c).dot(factor.row(other).head(c))) / factor(other, c);
      }
      const double left = gram(j, j) - row.squaredNorm();
      if (!(left > nothing_left * static_cast<double>(z_.rows()))) continue;
      factor.row(j).head(rank) = row.transpose();
      factor(j, rank) = std::sqrt(left);
      kept_.push_back(j);
    }
    kept_z_ = z_(Eigen::all, kept_);
  }

  VectorXd mean_;
  VectorXd scale_;
  MatrixXd z_;
  MatrixXd kept_z_;
  std::vector<Index> kept_;
};

ArrayXd fitted(const VectorXd& eta) { return (1 + (-eta.array()).exp()).inverse(); }

double deviance(const VectorXd& eta, const VectorXd& response) {
  const ArrayXd sign = 1 - 2 * response.array();  // log(1 + exp(sign eta)), without overflow
  const ArrayXd e = sign * eta.array();
  return 2 * (e.cwiseMax(0) + (1 + (-e.abs()).exp()).log()).sum();
}

}  // namespace

Regression linear_regression(const MatrixXd& design, const VectorXd& response) {
  const Standardised x(design);
  const MatrixXd& z = x.matrix();
  if (z.rows() <= z.cols()) return x.none();
  const Eigen::LLT<MatrixXd> factor(z.transpose() * z);
  const VectorXd estimate = factor.solve(z.transpose() * response);
  const double squares = (response - z * estimate).squaredNorm();
  const double variance = squares / static_cast<double>(z.rows() - z.cols());
  return x.in_own_units(estimate, variance * factor.solve(MatrixXd::Identity(z.cols(), z.cols())));
}

Regression logistic_regression(const MatrixXd& design, const VectorXd& response) {
  constexpr int most_steps = 50;
  constexpr double tolerance = 1e-13;
  constexpr double told_apart = 1e-6;  // deviance of a record
  const Standardised x(design);
  const MatrixXd& z = x.matrix();
  if (z.rows() <= z.cols()) return x.none();
  VectorXd estimate = VectorXd::Zero(z.cols());
  VectorXd eta = VectorXd::Zero(z.rows());
  double last = deviance(eta, response);
  for (int step = 0; step < most_steps; ++step) {
    stop_if_cancelled();
    const ArrayXd p = fitted(eta);
    const ArrayXd weights = (p * (1 - p)).max(1e-12);
    const Eigen::LLT<MatrixXd> factor(z.transpose() * weights.matrix().asDiagonal() * z);
    if (factor.info() != Eigen::Success) return x.none();
    const VectorXd change = factor.solve(z.transpose() * (response.array() - p).matrix());
    double length = 1;
    double reached = deviance(z * (estimate + change), response);
    while (!(reached <= last * (1 + 1e-12)) && length > 1e-10) {
      length /= 2;
      reached = deviance(z * (estimate + length * change), response);
    }
    estimate += length * change;
    eta = z * estimate;
    if (reached < told_apart * static_cast<double>(z.rows())) return x.none();
    const bool is_done = std::abs(last - reached) <= tolerance * (reached + 0.1);
    last = reached;
    if (is_done) {
      return x.in_own_units(estimate, factor.solve(MatrixXd::Identity(z.cols(), z.cols())));
    }
  }
  return x.none();
}

}  // namespace overhand::utility
