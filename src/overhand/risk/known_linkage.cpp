#include <algorithm>
#include <atomic>

#include "overhand/risk/dbrl.h"
#include "overhand/risk/known_linkage_internal.h"
#include "overhand/statistics/blocks.h"
#include "overhand/table/groups.h"

namespace overhand::risk {
namespace {

bool is_nearer(std::span<const double> a, std::span<const double> b, Caps caps, double limit) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double square = (a[j] - b[j]) * (a[j] - b[j]);
    sum += caps.empty() ? square : std::min(square, caps[j]);
    if (sum >= limit) return false;
  }
  return true;
}

}  // namespace

FoundShare known_linkage(const statistics::Profile& original, const statistics::Profile& masked,
                         const KnownClasses& classes, std::span<const Row> source) {
  const Groups members = groups_of(classes.originals);
  const Searched searched =
      records_to_search(masked.row_count(), quick_search, random::key_from_seed(1));
  // One original that is nearer settles it, so that most records are done after a few.
  const auto is_linked = [&](Row row) {
    if (classes.originals[source[row]] != classes.masked[row]) return false;
    const auto record = masked.standardised_record(row);
    const double distance =
        squared_distance(record, original.standardised_record(source[row]), original.caps);
    return std::ranges::none_of(members.group(classes.masked[row]), [&](Row other) {
      return is_nearer(record, original.standardised_record(other), original.caps, distance);
    });
  };
  std::atomic<std::size_t> linked = 0;
  const auto blocks = statistics::blocks_of(searched.rows.size());
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    const auto part =
        std::span(searched.rows).subspan(blocks[b].begin, blocks[b].end - blocks[b].begin);
    linked += static_cast<std::size_t>(std::ranges::count_if(part, is_linked));
  });
  return found_among(linked, searched.rows.size(), searched.is_sample);
}

}  // namespace overhand::risk
