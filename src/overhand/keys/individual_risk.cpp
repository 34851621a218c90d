#include <cmath>

#include "overhand/keys/individual_risk_internal.h"

namespace overhand::keys {
namespace {

// (q + p log p) / q^2 with p = 1 - q: by its series where the two terms cancel each other.
double pair_term(double p, double q) {
  constexpr double small = 0.01;
  if (q > small) return (q + p * std::log(p)) / (q * q);
  double sum = 0;
  double power = 1;
  for (int k = 2; k < 12; ++k) {
    sum += power / (k * (k - 1));
    power *= q;
  }
  return sum;
}

}  // namespace

double individual_risk(Row records, double weight) {
  const double f = records;
  const double p = f / weight;
  const double q = 1 - p;
  if (p >= 1) return 1 / f;
  if (records == 1) return -p * std::log1p(-q) / q;
  if (records == 2) return p * pair_term(p, q);
  return p / (f - q);
}

Reals individual_risks(const ClassSizes& sizes) {
  Reals risks(sizes.records.size());
  for (std::size_t i = 0; i < risks.size(); ++i) {
    risks[i] = individual_risk(sizes.records[i], sizes.weights[i]);
  }
  return risks;
}

}  // namespace overhand::keys
