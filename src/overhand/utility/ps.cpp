#include "overhand/utility/ps.h"

#include <algorithm>

#include "overhand/utility/logistic_internal.h"

namespace overhand::utility {

Ps propensity_score(const statistics::Profile& original, const statistics::Profile& masked,
                    PsFit fit) {
  Quadratic design(original, masked);
  const Independent terms = independent_terms(design);
  Ps result;
  for (const Index term : terms.left_out) result.left_out.push_back(design.name(term));
  design.keep(terms.kept);
  const Logistic model = fit == PsFit::glm ? glm_fit(design) : damped_newton(design, terms.gram);

  const auto rows = static_cast<double>(design.rows());
  const double c = static_cast<double>(masked.row_count()) / rows;
  const double deviation = (model.probability.array() - c).square().mean();
  result.ps = std::min(1.0, deviation / (c * (1 - c)));
  const double expected = static_cast<double>(design.terms() - 1) * (1 - c) * (1 - c) * c / rows;
  result.pmse_ratio = expected > 0 ? deviation / expected : 0;
  result.iterations = model.iterations;
  result.has_converged = model.has_converged;
  result.has_products = design.effects().has_products;
  result.terms_with_products = design.effects().terms_with_products;
  result.merged = design.effects().merged;
  return result;
}

}  // namespace overhand::utility
