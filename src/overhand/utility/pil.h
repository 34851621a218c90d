// Probabilistic information loss (PIL): how far statistics of the masked table lie from those of
// the original, as the probability that chance alone keeps a statistic nearer.
//
// J. M. Mateo-Sanz, J. Domingo-Ferrer and F. Sebe (2005), "Probabilistic information loss measures
// in confidentiality protection of continuous microdata", Data Mining and Knowledge Discovery 11.
// PIL(theta) = 2 (Phi(|theta* - theta| / sqrt(Var)) - 1/2), Var the large-sample variance from the
// moments of the original; the mean of five groups: means, variances, covariances, correlations
// and the quantiles 5 %, 10 %, ..., 95 %. With one column there are no pairs, and three groups. Of
// mixed tables the numbers alone, over the values that are there, or the pairs of them.
#pragma once

#include "overhand/statistics/association.h"
#include "overhand/statistics/profile.h"

namespace overhand::utility {

// The second-order statistics of a table, which the correlation differences use too.
struct Associations {
  statistics::Square covariance;
  statistics::Square correlation;
  statistics::Square rank_correlation;  // Spearman's
};
Associations associations_of(const statistics::Profile& profile);

struct Pil {
  double pil;
  double means;
  double variances;
  double covariances;
  double correlations;
  double quantiles;
};

// What PIL needs of the original, computed once: its statistics and their variances.
class PilReference {
 public:
  // Keeps references to both.
  PilReference(const statistics::Profile& original, const Associations& associations);

  Pil loss(const statistics::Profile& masked, const Associations& associations) const;

 private:
  const statistics::Profile& original_;
  const Associations& associations_;
  Reals mean_variance_;
  Reals variance_variance_;
  statistics::Square covariance_variance_;
  statistics::Square correlation_variance_;
  std::vector<Reals> quantiles_;  // by column
  std::vector<Reals> quantile_variance_;
};

}  // namespace overhand::utility
