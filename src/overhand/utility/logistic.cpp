#include <Eigen/Cholesky>
#include <cmath>

#include "overhand/utility/logistic_internal.h"

namespace overhand::utility {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using statistics::Block;

// X' W X, the lower triangle.
MatrixXd weighted_gram(const Quadratic& design, const VectorXd& weights) {
  const Index q = design.terms();
  return statistics::sum_over_blocks(design.blocks(), [&](Block block) {
    MatrixXd sum = MatrixXd::Zero(q, q);
    MatrixXd weighted;
    design.for_each_strip(block, [&](Index begin, Index count, const MatrixXd& rows) {
      const VectorXd root = weights.segment(begin, count).cwiseSqrt();
      weighted.resize(rows.rows(), q);
      for (Index k = 0; k < q; ++k) {
        weighted.col(k).head(count) = rows.col(k).head(count).cwiseProduct(root);
      }
      sum.selfadjointView<Eigen::Lower>().rankUpdate(weighted.topRows(count).transpose());
    });
    return sum;
  });
}

// X' r.
VectorXd gradient(const Quadratic& design, const VectorXd& residuals) {
  return statistics::sum_over_blocks(design.blocks(), [&](Block block) {
    VectorXd sum = VectorXd::Zero(design.terms());
    design.for_each_strip(block, [&](Index begin, Index count, const MatrixXd& rows) {
      sum.noalias() += rows.topRows(count).transpose() * residuals.segment(begin, count);
    });
    return sum;
  });
}

// X b.
VectorXd predictor(const Quadratic& design, const VectorXd& coefficients) {
  VectorXd eta(design.rows());
  parallel_for_each_index(design.blocks().size(), [&](std::size_t b) {
    design.for_each_strip(design.blocks()[b], [&](Index begin, Index count, const MatrixXd& rows) {
      eta.segment(begin, count).noalias() = rows.topRows(count) * coefficients;
    });
  });
  return eta;
}

VectorXd probabilities(const VectorXd& eta) { return (1 + (-eta.array()).exp()).inverse(); }

// -2 log-likelihood, without overflow: log(1 + exp(e)) = max(e, 0) + log(1 + exp(-|e|)).
double deviance(const Quadratic& design, const VectorXd& eta) {
  const Index n = design.originals();
  const double losses = eta.head(n).cwiseMax(0).sum() - eta.tail(eta.size() - n).cwiseMin(0).sum();
  return 2 * (losses + (1 + (-eta.array().abs()).exp()).log().sum());
}

VectorXd residuals(const Quadratic& design, const VectorXd& probability) {
  VectorXd r = -probability;
  r.tail(design.rows() - design.originals()).array() += 1;
  return r;
}

// Solves H x = g for a positive definite H that may be all but singular: scaled to a unit diagonal,
// with as small a ridge as makes the factors exist. Any ridge leaves a direction of descent.
class Factor {
 public:
  explicit Factor(const MatrixXd& lower) {
    scale_ = lower.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
    const MatrixXd scaled = scale_.asDiagonal() * lower * scale_.asDiagonal();
    factor_.compute(scaled);
    double ridge = 1e-13;
    while (factor_.info() != Eigen::Success && ridge < 1) {
      MatrixXd ridged = scaled;
      ridged.diagonal().array() += ridge;
      factor_.compute(ridged);
      ridge *= 100;
    }
  }
  VectorXd solve(const VectorXd& g) const {
    return scale_.cwiseProduct(factor_.solve(scale_.cwiseProduct(g)));
  }

 private:
  VectorXd scale_;
  Eigen::LLT<MatrixXd> factor_;
};

class Newton {
 public:
  Newton(const Quadratic& design, const MatrixXd& gram)
      : design_(design), eta_(VectorXd::Zero(design.rows())), factor_(gram / 4) {
    deviance_ = deviance(design_, eta_);
  }

  Logistic fit() {
    Logistic result;
    while (!result.has_converged && result.iterations < most_steps) {
      ++result.iterations;
      result.has_converged = step();
    }
    result.probability = probabilities(eta_);
    return result;
  }

 private:
  static constexpr int most_steps = 100;
  static constexpr double tolerance = 1e-8;         // of the deviance: R's
  static constexpr double stale_tolerance = 1e-11;  // of a step with an earlier curvature
  static constexpr double separated = 1e-6;         // deviance of a record that is told apart
  static constexpr double near_the_end = 1e-3;      // of the deviance: curvature changes little now
  static constexpr int most_halvings = 34;          // to a step of 1e-10

  // One step; whether it was the last.
  bool step() {
    const VectorXd p = probabilities(eta_);
    const VectorXd g = gradient(design_, residuals(design_, p));
    VectorXd direction = factor_.solve(g);
    double promise = g.dot(direction) / (deviance_ + 0.1);  // decrease of the deviance, relative
    const bool reuses = is_stale_ && promise < near_the_end && promise < last_promise_ / 8;
    if (is_stale_ && !reuses) {
      const VectorXd weights = (p.array() * (1 - p.array())).max(1e-10);
      factor_ = Factor(weighted_gram(design_, weights));
      direction = factor_.solve(g);
      promise = g.dot(direction) / (deviance_ + 0.1);
    }
    is_stale_ = true;
    last_promise_ = promise;
    return move_along(predictor(design_, direction), reuses ? stale_tolerance : tolerance);
  }

  bool move_along(const VectorXd& change, double least_gain) {
    for (int halvings = 0; halvings < most_halvings; ++halvings) {
      const double length = std::ldexp(1.0, -halvings);
      VectorXd eta = eta_ + length * change;
      const double reached = deviance(design_, eta);
      if (!(std::isfinite(reached) && reached <= deviance_)) continue;
      const double gain = (deviance_ - reached) / (reached + 0.1);
      eta_ = std::move(eta);
      deviance_ = reached;
      return gain < least_gain || reached < separated * static_cast<double>(design_.rows());
    }
    return true;  // no way down is left
  }

  const Quadratic& design_;
  VectorXd eta_;
  Factor factor_;
  double deviance_ = 0;
  bool is_stale_ = false;  // the factor is of an earlier step
  double last_promise_ = 0;
};

}  // namespace

// Cholesky in the order of the terms: what is left of a term after projection on the earlier ones
// is its pivot. R's pivoting sets the same terms aside, at the end.
Independent independent_terms(const Quadratic& design) {
  constexpr double nothing_left = 1e-12;  // of a term's square
  const MatrixXd gram = weighted_gram(design, VectorXd::Ones(design.rows()));
  const Index q = gram.rows();
  MatrixXd factor = MatrixXd::Zero(q, q);
  Independent result;
  for (Index k = 0; k < q; ++k) {
    const auto rank = static_cast<Index>(result.kept.size());
    VectorXd row(rank);
    for (Index c = 0; c < rank; ++c) {
      const Index other = result.kept[static_cast<std::size_t>(c)];
      row[c] = (gram(k, other) - row.head(c).dot(factor.row(other).head(c))) / factor(other, c);
    }
    const double left = gram(k, k) - row.squaredNorm();
    if (!(left > nothing_left * gram(k, k))) {
      result.left_out.push_back(k);
      continue;
    }
    factor.row(k).head(rank) = row.transpose();
    factor(k, rank) = std::sqrt(left);
    result.kept.push_back(k);
  }
  result.gram = gram(result.kept, result.kept);
  return result;
}

Logistic damped_newton(const Quadratic& design, const MatrixXd& gram) {
  return Newton(design, gram).fit();
}

}  // namespace overhand::utility
