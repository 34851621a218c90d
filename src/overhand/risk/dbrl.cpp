#include "overhand/risk/dbrl.h"

#include "overhand/random/sample.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {

Searched records_to_search(std::size_t row_count, const SampleOptions& options,
                           const random::Key& key) {
  const bool is_sample =
      !options.exact && row_count > options.largest_exact && row_count > options.sample;
  return {random::sample(key, {random::Purpose::linkage_sample}, row_count,
                         is_sample ? options.sample : row_count),
          is_sample};
}

Nearest nearest_originals(const Neighbours& originals, const statistics::Profile& masked,
                          const SampleOptions& options, const random::Key& key) {
  Searched searched = records_to_search(masked.row_count(), options, key);
  auto found = originals.nearest_to(masked, searched.rows);
  return {std::move(searched), std::move(found)};
}

double dbrl(const Linked& linked, Partners partners) {
  const auto& rows = linked.nearest.searched.rows;
  const auto count =
      statistics::sum_over_blocks(statistics::blocks_of(rows.size()), [&](statistics::Block block) {
        std::size_t part = 0;
        for (std::size_t k = block.begin; k < block.end; ++k) {
          part += static_cast<std::size_t>(linked.is_linked(k, partners[rows[k]]));
        }
        return part;
      });
  return static_cast<double>(count) / static_cast<double>(rows.size());
}

}  // namespace overhand::risk
