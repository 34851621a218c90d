#include "overhand/masking/pca_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/statistics/moments.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {

using statistics::Matrix;
using statistics::Vector;

Result<Masked> pca(const Table& original, const MicroaggregationOptions& options,
                   const Context& context) {
  if (auto problem = problem_with_microaggregation(original, options, "pca"))
    return *std::move(problem);
  if (auto problem = problem_with_constant_column(original, "pca divides by its deviation")) {
    return *std::move(problem);
  }
  const Matrix standardised = statistics::standardise(statistics::as_matrix(original));
  const Vector component = statistics::principal_component(standardised);
  const Reals scores =
      statistics::scores_along(standardised, component[0] < 0 ? Vector(-component) : component);
  if (context.progress.cancelled()) return cancelled_error();
  return with_group_means(original, consecutive_groups(statistics::stable_order(scores),
                                                       static_cast<std::size_t>(options.k)));
}

Method pca_method() {
  return microaggregation_method(
      {.name = "pca",
       .summary = "Average groups of k records in the order of the first principal component",
       .reference = "Templ, Kowarik and Meindl (2015), J. Statistical Software 67(4)"},
      pca);
}

}  // namespace overhand::masking
