// Whom an intruder attacks: people whose records are in the release, and others who are not.
#pragma once

#include <vector>

#include "overhand/random/stream.h"
#include "overhand/table/row.h"

namespace overhand::attacks {

struct People {
  std::vector<Row> members;   // originals that were masked
  std::vector<Row> controls;  // originals that were not

  // The same, at most so many of each.
  People sampled(std::size_t most, const random::Key& key) const;
};

// Each original is a control in one of the splits and a member in the others. `unit_of` says which
// originals belong together, and never part; empty: none do.
std::vector<People> control_splits(std::size_t originals, std::size_t splits,
                                   const std::vector<Row>& unit_of, const random::Key& key);

// One flag for each original.
using Flags = std::vector<char>;

}  // namespace overhand::attacks
