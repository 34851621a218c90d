#include <algorithm>
#include <cassert>

#include "overhand/masking/ranks_internal.h"

namespace overhand::masking {
namespace {

struct Ranked {
  double score;
  std::uint32_t row;
  auto operator<=>(const Ranked&) const = default;
};

std::vector<Ranked> ranked(std::span<const double> scores) {
  std::vector<Ranked> order(scores.size());
  for (std::uint32_t row = 0; row < order.size(); ++row) order[row] = {scores[row], row};
  std::ranges::sort(order);
  return order;
}

}  // namespace

Values at_ranks_of(std::span<const double> scores, const Values& values) {
  assert(!std::holds_alternative<Texts>(values));
  return std::visit(
      [&](auto sorted) -> Values {
        std::ranges::sort(sorted);
        auto placed = sorted;
        std::size_t rank = 0;
        for (const Ranked& place : ranked(scores)) placed[place.row] = sorted[rank++];
        return placed;
      },
      values);
}

}  // namespace overhand::masking
