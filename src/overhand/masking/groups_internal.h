// Groups: a partition of the records into groups, laid one after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/table/row.h"

namespace overhand::masking {

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

// Consecutive groups of k records in the order `rows`; the last one takes the n mod k left over.
Groups consecutive_groups(std::vector<Row> rows, std::size_t k);

// The number of the group of each row.
std::vector<std::uint32_t> group_of_row(const Groups& groups);

}  // namespace overhand::masking
