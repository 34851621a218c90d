#include <algorithm>

#include "overhand/masking/ranks_internal.h"

namespace overhand::masking {
namespace {

struct Ranked {
  double score;
  Row row;
  auto operator<=>(const Ranked&) const = default;
};

std::vector<Ranked> ranked(std::span<const double> scores) {
  std::vector<Ranked> order(scores.size());
  for (Row row = 0; row < order.size(); ++row) order[row] = {scores[row], row};
  std::ranges::sort(order);
  return order;
}

template <class Value>
std::vector<Value> placed(std::span<const double> scores, const Cells<Value>& values) {
  std::vector<Value> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  std::vector<Value> result(sorted.size());
  std::size_t rank = 0;
  for (const Ranked& place : ranked(scores)) result[place.row] = sorted[rank++];
  return result;
}

}  // namespace

Values at_ranks_of(std::span<const double> scores, const Values& values) {
  if (const auto* reals = std::get_if<Cells<double>>(&values)) return placed(scores, *reals);
  return placed(scores, std::get<Cells<std::int64_t>>(values));
}

}  // namespace overhand::masking
