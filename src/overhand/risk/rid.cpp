#include "overhand/risk/rid.h"

#include <cstdlib>

#include "overhand/risk/thresholds_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {
namespace {

using RankRecord = std::span<const std::int32_t>;

// The widest difference of doubled ranks, or more than `largest` as soon as one is.
std::int32_t widest_difference(RankRecord a, RankRecord b, double largest) {
  std::int32_t widest = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    widest = std::max(widest, std::abs(a[j] - b[j]));
    if (widest > largest) break;
  }
  return widest;
}

}  // namespace

double rid(const statistics::Profile& original, const statistics::Profile& masked,
           Partners partners) {
  const std::size_t rows = masked.row_count();
  std::array<double, threshold_count> reach{};  // of doubled ranks
  for (std::size_t t = 0; t < threshold_count; ++t) {
    reach[t] = 2 * (static_cast<double>(rows) * thresholds[t]);
  }
  const Caught caught =
      statistics::sum_over_blocks(statistics::blocks_of(rows), [&](statistics::Block block) {
        Caught part;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          const std::int32_t widest = widest_difference(original.rank_record(partners[i]),
                                                        masked.rank_record(i), reach.back());
          std::size_t t = 0;
          while (t < threshold_count && widest > reach[t]) ++t;
          part.count(t);
        }
        return part;
      });
  return caught.mean_share(rows);
}

}  // namespace overhand::risk
