#include "overhand/masking/groups_internal.h"

namespace overhand::masking {

Groups consecutive_groups(std::vector<Row> rows, std::size_t k) {
  Groups groups;
  groups.rows = std::move(rows);
  const std::size_t size = groups.rows.size();
  for (std::size_t end = k; end + k <= size; end += k) groups.starts.push_back(end);
  groups.close();
  return groups;
}

std::vector<std::uint32_t> group_of_row(const Groups& groups) {
  std::vector<std::uint32_t> group_of(groups.rows.size());
  for (std::size_t number = 0; number < groups.count(); ++number) {
    for (const Row row : groups.group(number)) {
      group_of[row] = static_cast<std::uint32_t>(number);
    }
  }
  return group_of;
}

}  // namespace overhand::masking
