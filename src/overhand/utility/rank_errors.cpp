#include "overhand/utility/rank_errors.h"

#include <algorithm>
#include <cmath>

#include "overhand/statistics/blocks.h"
#include "overhand/utility/error_sums_internal.h"

namespace overhand::utility {
TieBrokenRanks tie_broken_ranks(const statistics::Profile& profile, Side side,
                                const random::Key& key) {
  const std::size_t p = profile.column_count();
  std::vector<statistics::Ranks> ranks(p);
  parallel_for_each_index(p, [&](std::size_t j) {
    ranks[j] =
        statistics::random_tie_ranks(profile.sorted[j], profile.order[j], key,
                                     {random::Purpose::tie_breaking, static_cast<std::uint32_t>(j),
                                      static_cast<std::uint32_t>(side)});
  });
  return {profile.row_count(), p, statistics::interleaved(ranks)};
}

// At most 1: only a lineage that names a record more than once could give more.
RankErrors rank_errors(const TieBrokenRanks& original, const TieBrokenRanks& masked,
                       Partners partners, const std::vector<bool>& is_unchanged) {
  const ErrorSums sums =
      statistics::sum_over_blocks(statistics::blocks_of(masked.rows), [&](statistics::Block block) {
        return error_sums<std::int32_t>(original.cells, masked.cells, masked.columns, partners,
                                        block);
      });
  double absolute = 0;
  double squared = 0;
  for (std::size_t j = 0; j < masked.columns; ++j) {
    if (is_unchanged[j]) continue;
    absolute += sums.absolute[j];
    squared += sums.squared[j];
  }
  const auto n = static_cast<double>(masked.rows);
  const auto p = static_cast<double>(masked.columns);
  return {std::min(1.0, absolute / (p * std::floor(n * n / 2))),
          std::min(1.0, squared / (p * ((n * n * n - n) / 3)))};
}

}  // namespace overhand::utility
