// KeyGroups: records that look alike in all keys, a missing value as a value of its own. Whatever
// is asked about keys is asked once for each group.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/keys/key_codes.h"
#include "overhand/table/classes.h"

namespace overhand::keys {

struct KeyGroups {
  Classes group;            // of each record; groups are numbered in the order of first records
  std::vector<Row> first;   // the first record of each
  std::vector<Row> counts;  // how many records each has
  Reals weights;            // and what they weigh together

  std::size_t count() const { return first.size(); }
};

// Without weights every record weighs 1. The same for any number of threads.
KeyGroups groups_of(const KeyCodes& keys, std::span<const double> weights = {});

// Which keys are missing in a record: bit j for key j.
std::uint32_t gaps_of(const KeyCodes& keys, Row row);

}  // namespace overhand::keys
