#include "overhand/utility/rank_errors.h"

#include <algorithm>
#include <cmath>

#include "overhand/statistics/blocks.h"
#include "overhand/utility/error_sums_internal.h"

namespace overhand::utility {
namespace {

bool have_gaps(const TieBrokenRanks& ranks) {
  return std::ranges::any_of(ranks.counts, [&](std::size_t count) { return count != ranks.rows; });
}

// The share of the farthest order, column by column, each by the values that it has.
RankErrors errors_beside_gaps(const TieBrokenRanks& original, const TieBrokenRanks& masked,
                              const ErrorSums& sums, const std::vector<bool>& is_unchanged) {
  RankErrors errors{0, 0};
  double columns = 0;
  for (std::size_t j = 0; j < masked.columns; ++j) {
    const auto n = static_cast<double>(std::max(original.counts[j], masked.counts[j]));
    if (sums.compared[j] == 0 || n < 2) continue;
    columns += 1;
    if (is_unchanged[j]) continue;
    errors.brmae += std::min(1.0, sums.absolute[j] / sums.compared[j] * n / std::floor(n * n / 2));
    errors.brmse += std::min(1.0, sums.squared[j] / sums.compared[j] * n / ((n * n * n - n) / 3));
  }
  if (columns == 0) return errors;
  return {errors.brmae / columns, errors.brmse / columns};
}

}  // namespace

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
  std::vector<std::size_t> counts(p);
  for (std::size_t j = 0; j < p; ++j) counts[j] = profile.sorted[j].size();
  return {profile.row_count(), p, statistics::interleaved(ranks), std::move(counts)};
}

// At most 1: only a lineage that names a record more than once could give more.
RankErrors rank_errors(const TieBrokenRanks& original, const TieBrokenRanks& masked,
                       Partners partners, const std::vector<bool>& is_unchanged) {
  const bool beside_gaps = have_gaps(original) || have_gaps(masked);
  const ErrorSums sums =
      statistics::sum_over_blocks(statistics::blocks_of(masked.rows), [&](statistics::Block block) {
        if (!beside_gaps) {
          return error_sums<std::int32_t>(original.cells, masked.cells, masked.columns, partners,
                                          block);
        }
        return error_sums_beside_gaps<std::int32_t>(original.cells, masked.cells, masked.columns,
                                                    partners, block,
                                                    [](std::int32_t rank) { return rank == 0; });
      });
  if (beside_gaps) return errors_beside_gaps(original, masked, sums, is_unchanged);
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
