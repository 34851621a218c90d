#include "overhand/masking/mdav_groups_internal.h"
#include "overhand/masking/mdav_internal.h"

namespace overhand::masking {

Result<Masked> mdav(const Table& original, const MicroaggregationOptions& options,
                    const Context& context) {
  if (auto problem = problem_with_microaggregation(original, options, "mdav"))
    return *std::move(problem);
  const auto groups = mdav_groups(original, static_cast<std::size_t>(options.k), context.progress);
  if (!groups) return groups.error();
  return with_group_means(original, *groups);
}

Method mdav_method() {
  return microaggregation_method(
      {.name = "mdav",
       .summary = "Average groups of at least k similar records (MDAV microaggregation)",
       .reference = "Domingo-Ferrer and Torra (2005), Data Mining and Knowledge Discovery 11",
       .cost = Cost::quadratic},
      mdav);
}

}  // namespace overhand::masking
