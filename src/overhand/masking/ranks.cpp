#include "overhand/statistics/ranks.h"

#include <algorithm>

#include "overhand/masking/ranks_internal.h"

namespace overhand::masking {
namespace {

template <class Value>
std::vector<Value> placed(std::span<const double> scores, const Cells<Value>& values) {
  std::vector<Value> sorted(values.begin(), values.end());
  const auto gaps =
      std::ranges::stable_partition(sorted, [](Value value) { return !is_missing(value); });
  statistics::sort_ascending(std::span(sorted.begin(), gaps.begin()));
  std::vector<Value> result(sorted.size());
  std::size_t rank = 0;
  for (const Row row : statistics::stable_order(scores)) result[row] = sorted[rank++];
  return result;
}

}  // namespace

Values at_ranks_of(std::span<const double> scores, const Values& values) {
  if (const auto* reals = std::get_if<Cells<double>>(&values)) return placed(scores, *reals);
  return placed(scores, std::get<Cells<std::int64_t>>(values));
}

}  // namespace overhand::masking
