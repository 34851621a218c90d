#include "overhand/statistics/ranks.h"

#include <algorithm>
#include <cassert>

#include "overhand/masking/ranks_internal.h"

namespace overhand::masking {

Values at_ranks_of(std::span<const double> scores, const Values& values) {
  assert(!std::holds_alternative<Texts>(values));
  return std::visit(
      [&](auto sorted) -> Values {
        std::ranges::sort(sorted);
        auto placed = sorted;
        std::size_t rank = 0;
        for (const std::uint32_t row : statistics::stable_order(scores)) {
          placed[row] = sorted[rank++];
        }
        return placed;
      },
      values);
}

}  // namespace overhand::masking
