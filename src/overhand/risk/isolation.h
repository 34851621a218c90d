// Where the risk sits: how isolated each original record is, and which masked records are linked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "overhand/table/table.h"

namespace overhand::risk {

// The share of linked records among each tenth of the originals, from the least to the most
// isolated (the distance to the nearest other original, columns standardised).
struct LinkedByIsolation {
  std::array<double, 10> share{};
  std::array<std::size_t, 10> records{};
};

// `source` is the original row of each masked record. Compares all pairs: O(n^2 p). None beyond
// `most_records`, with fewer than 10 records, or where a column is missing or no numbers.
constexpr std::size_t most_records = 10000;
std::optional<LinkedByIsolation> linked_by_isolation(const Table& original, const Table& masked,
                                                     std::span<const Row> source);

}  // namespace overhand::risk
