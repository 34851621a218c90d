#include "overhand/masking/mdav_groups_internal.h"
#include "overhand/masking/mdav_internal.h"

namespace overhand::masking {

Result<Masked> mdav(const Table& original, const MicroaggregationOptions& options,
                    const Context& context) {
  if (auto problem = problem_with_microaggregation(original, options)) return *std::move(problem);
  const auto groups = mdav_groups(original, static_cast<std::size_t>(options.k), context.progress);
  if (!groups) return groups.error();
  return with_group_means(original, *groups);
}

}  // namespace overhand::masking
