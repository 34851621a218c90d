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

// The first threshold at which each rank that is there in both records is near enough; none where
// there is no such rank.
std::size_t first_holding(RankRecord a, RankRecord b, std::span<const double> counts) {
  std::size_t t = 0;
  bool is_any = false;
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (a[j] == 0 || b[j] == 0) continue;
    is_any = true;
    const int difference = std::abs(a[j] - b[j]);
    while (t < threshold_count && difference > 2 * (counts[j] * thresholds[t])) ++t;
  }
  return is_any ? t : threshold_count;
}

// The same as rid() where gaps have no rank, and a column has the ranks of its other values.
double rid_beside_gaps(const statistics::Profile& original, const statistics::Profile& masked,
                       Partners partners) {
  Reals counts(masked.column_count());
  for (std::size_t j = 0; j < counts.size(); ++j) {
    counts[j] = static_cast<double>(masked.numbers.present(j));
  }
  const std::size_t rows = masked.row_count();
  const Caught caught =
      statistics::sum_over_blocks(statistics::blocks_of(rows), [&](statistics::Block block) {
        Caught part;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          part.count(
              first_holding(original.rank_record(partners[i]), masked.rank_record(i), counts));
        }
        return part;
      });
  return caught.mean_share(rows);
}

}  // namespace

double rid(const statistics::Profile& original, const statistics::Profile& masked,
           Partners partners) {
  if (masked.is_mixed) return rid_beside_gaps(original, masked, partners);
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
