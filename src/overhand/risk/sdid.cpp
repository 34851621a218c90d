#include "overhand/risk/sdid.h"

#include <algorithm>
#include <cmath>

#include "overhand/risk/thresholds_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {
namespace {

constexpr std::size_t drisk_threshold = 4;  // 5 %

// A difference beyond this is outside every interval, however m - L and m + L are rounded.
Reals surely_outside(const statistics::Profile& masked) {
  Reals reach(masked.column_count());
  for (std::size_t j = 0; j < reach.size(); ++j) {
    const Reals& sorted = masked.sorted[j];
    if (sorted.empty()) continue;
    const double largest = std::max(std::abs(sorted.front()), std::abs(sorted.back()));
    reach[j] = thresholds.back() * masked.sd[j] * (1 + 1e-6) + largest * 1e-15;
  }
  return reach;
}

// The first threshold, from t on, whose interval around the masked value holds the original one.
std::size_t first_holding(double original, double masked, double sd, std::size_t t) {
  for (; t < threshold_count; ++t) {
    const double length = sd * thresholds[t];
    if (original >= masked - length && original <= masked + length) break;
  }
  return t;
}

class Intervals {
 public:
  Intervals(const statistics::Profile& original, const statistics::Profile& masked)
      : original_(original), masked_(masked), outside_(surely_outside(masked)) {}

  // The first threshold at which every column's interval holds the original value.
  std::size_t threshold_of(std::size_t row, std::size_t partner) const {
    const auto x = original_.numbers.record(partner);
    const auto m = masked_.numbers.record(row);
    std::size_t t = 0;
    bool is_any = false;
    for (std::size_t j = 0; j < x.size() && t < threshold_count; ++j) {
      if (is_missing(x[j] - m[j])) continue;
      is_any = true;
      if (std::abs(x[j] - m[j]) > outside_[j]) return threshold_count;
      t = first_holding(x[j], m[j], masked_.sd[j], t);
    }
    return is_any ? t : threshold_count;
  }

 private:
  const statistics::Profile& original_;
  const statistics::Profile& masked_;
  Reals outside_;
};

}  // namespace

IntervalDisclosure interval_disclosure(const statistics::Profile& original,
                                       const statistics::Profile& masked, Partners partners) {
  const Intervals intervals(original, masked);
  const std::size_t rows = masked.row_count();
  const Caught caught =
      statistics::sum_over_blocks(statistics::blocks_of(rows), [&](statistics::Block block) {
        Caught part;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          part.count(intervals.threshold_of(i, partners[i]));
        }
        return part;
      });
  return {caught.mean_share(rows), caught.share(drisk_threshold, rows)};
}

}  // namespace overhand::risk
