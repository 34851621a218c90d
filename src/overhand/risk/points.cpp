#include "overhand/risk/points_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {

Points::Points(const statistics::Profile& profile, std::span<const std::size_t> columns)
    : count_(profile.row_count()), dimensions_(columns.size()), copy_(count_ * dimensions_) {
  const auto blocks = statistics::blocks_of(count_);
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    double* to = copy_.data() + blocks[b].begin * dimensions_;
    for (std::size_t i = blocks[b].begin; i < blocks[b].end; ++i) {
      const auto record = profile.standardised_record(i);
      for (const std::size_t column : columns) *to++ = record[column];
    }
  });
  cells_ = copy_;
  if (!profile.is_mixed) return;
  for (const std::size_t column : columns) caps_.push_back(profile.caps[column]);
}

}  // namespace overhand::risk
