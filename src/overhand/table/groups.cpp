#include "overhand/table/groups.h"

#include <algorithm>

namespace overhand {

Groups groups_of(std::span<const std::uint32_t> classes) {
  const std::size_t count = classes.empty() ? 0 : std::ranges::max(classes) + std::size_t{1};
  Groups groups;
  groups.starts.assign(count + 1, 0);
  for (const std::uint32_t number : classes) ++groups.starts[number + 1];
  for (std::size_t c = 1; c <= count; ++c) groups.starts[c] += groups.starts[c - 1];
  groups.rows.resize(classes.size());
  auto next = groups.starts;
  for (Row row = 0; row < classes.size(); ++row) groups.rows[next[classes[row]]++] = row;
  return groups;
}

}  // namespace overhand
