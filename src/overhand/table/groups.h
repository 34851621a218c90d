// Groups: a partition of the records into groups, laid one after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/table/row.h"

namespace overhand {

struct Groups {
  std::vector<Row> rows;                  // of the first group, then of the second, ...
  std::vector<std::size_t> starts = {0};  // where each group begins, and the end of the last

  std::size_t count() const { return starts.size() - 1; }
  std::span<const Row> group(std::size_t number) const {
    return std::span(rows).subspan(starts[number], starts[number + 1] - starts[number]);
  }
  // Closes a group made of all rows added since the last one was closed.
  void close() { starts.push_back(rows.size()); }
};

// The members of each class (table/classes.h), in the order of their rows.
Groups groups_of(std::span<const std::uint32_t> classes);

}  // namespace overhand
