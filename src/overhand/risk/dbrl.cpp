#include "overhand/risk/dbrl.h"

#include <algorithm>
#include <numeric>

#include "overhand/random/uniform.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {

// Selection sampling: each record is taken with the probability that fills the sample exactly.
// D. E. Knuth, The Art of Computer Programming 2, algorithm 3.4.2 S.
Searched records_to_search(std::size_t row_count, const SampleOptions& options,
                           const random::Key& key) {
  Searched searched;
  if (options.exact || row_count <= options.largest_exact || row_count <= options.sample) {
    searched.rows.resize(row_count);
    std::iota(searched.rows.begin(), searched.rows.end(), 0U);
    return searched;
  }
  searched.is_sample = true;
  random::Stream stream(key, {random::Purpose::linkage_sample});
  for (std::uint32_t row = 0; searched.rows.size() < options.sample; ++row) {
    const std::size_t wanted = options.sample - searched.rows.size();
    const auto left = static_cast<std::uint32_t>(row_count - row);
    if (random::uniform_below(left, stream) < wanted) searched.rows.push_back(row);
  }
  return searched;
}

double dbrl(const statistics::Profile& original, const statistics::Profile& masked,
            const Nearest& nearest, Partners partners) {
  const auto& rows = nearest.searched.rows;
  const auto linked =
      statistics::sum_over_blocks(statistics::blocks_of(rows.size()), [&](statistics::Block block) {
        std::size_t count = 0;
        for (std::size_t k = block.begin; k < block.end; ++k) {
          const auto partner = original.standardised_record(partners[rows[k]]);
          const double distance = squared_distance(masked.standardised_record(rows[k]), partner);
          count += static_cast<std::size_t>(distance <= nearest.distances[k]);
        }
        return count;
      });
  return static_cast<double>(linked) / static_cast<double>(rows.size());
}

}  // namespace overhand::risk
