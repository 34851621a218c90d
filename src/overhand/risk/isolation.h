// Where the risk sits: how isolated each original record is, and which masked records are linked.
#pragma once

#include <array>
#include <optional>

#include "overhand/risk/dbrl.h"

namespace overhand::risk {

// The share of linked records among each tenth of the originals, from the least to the most
// isolated (the distance to the nearest other original).
struct LinkedByIsolation {
  std::array<double, 10> share{};
  std::array<std::size_t, 10> records{};
};

// Up to this many records all originals are searched, beyond it the sources of a sample of them.
constexpr SampleOptions isolation_sample{.largest_exact = 10'000};

// `nearest` is what DBRL found for the masked records, `sources` the original row of each of them;
// nothing is searched for the masked records again. None with fewer than 10 records.
std::optional<LinkedByIsolation> linked_by_isolation(const Neighbours& originals,
                                                     const Linked& linked, Partners sources,
                                                     const random::Key& key);

}  // namespace overhand::risk
