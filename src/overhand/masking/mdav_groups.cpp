#include "overhand/masking/mdav_groups_internal.h"
#include "overhand/masking/remaining_records_internal.h"

namespace overhand::masking {
namespace {

void group(RemainingRecords& remaining, std::vector<Neighbour> nearest, Groups& groups) {
  remaining.remove(std::move(nearest), groups.rows);
  groups.close();
}

// One group, or two when enough records are left for a third.
void form_groups(RemainingRecords& remaining, std::size_t k, Groups& groups) {
  const std::size_t first = remaining.scan(remaining.centroid(), 0).farthest.place;
  Scan around_first = remaining.scan(remaining.at(first), k);
  const bool has_second = remaining.size() >= 3 * k;
  const Point second = remaining.at(around_first.farthest.place);
  group(remaining, std::move(around_first.nearest), groups);
  if (has_second) group(remaining, remaining.scan(second, k).nearest, groups);
}

}  // namespace

Result<Groups> mdav_groups(const Table& table, std::size_t k, const Progress& progress) {
  RemainingRecords remaining(table);
  Groups groups;
  while (remaining.size() >= 2 * k) {
    if (progress.cancelled()) return cancelled_error();
    progress.report("forming groups", groups.rows.size(), table.row_count());
    form_groups(remaining, k, groups);
  }
  const auto rest = remaining.rows();
  groups.rows.insert(groups.rows.end(), rest.begin(), rest.end());
  groups.close();
  return groups;
}

}  // namespace overhand::masking
