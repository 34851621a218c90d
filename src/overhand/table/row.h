// Row: the number of a record in its table, from 0. A table has fewer than 2^32 records.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace overhand {

using Row = std::uint32_t;

// The source of each masked record: the row of the original with which it shares most.
using Lineage = std::vector<Row>;

// The lineage of a method that keeps records in their rows.
inline Lineage same_rows(std::size_t records) {
  Lineage rows(records);
  std::iota(rows.begin(), rows.end(), Row{0});
  return rows;
}

}  // namespace overhand
