#include "overhand/masking/moments_internal.h"
#include "overhand/masking/pca_internal.h"
#include "overhand/masking/problems.h"

namespace overhand::masking {

Result<Masked> pca(const Table& original, const MicroaggregationOptions& options,
                   const Context& context) {
  if (auto problem = problem_with_microaggregation(original, options)) return *std::move(problem);
  if (auto problem = problem_with_constant_column(original, "pca divides by its deviation")) {
    return *std::move(problem);
  }
  const Matrix standardised = standardise(as_matrix(original));
  const Vector component = first_component(covariance(standardised));
  const Reals scores =
      scores_along(standardised, component[0] < 0 ? Vector(-component) : component);
  if (context.progress.cancelled()) return cancelled_error();
  return with_group_means(
      original, consecutive_groups(rows_by_score(scores), static_cast<std::size_t>(options.k)));
}

Method pca_method() {
  return make_method<MicroaggregationOptions>(
      {.name = "pca",
       .summary = "Average groups of k records in the order of the first principal component",
       .reference = "Templ, Kowarik and Meindl (2015), J. Statistical Software 67(4)",
       .keeps = "each column's mean; each record's row",
       .is_deterministic = true,
       .keeps_rows = true},
      pca);
}

}  // namespace overhand::masking
