// How many records share the keys of each record, and how many people they stand for.
//
// A missing key matches every value, both ways, as in freqCalc of sdcMicro (Templ, Kowarik, Meindl
// 2015): who has suppressed a value may be anybody. Sharing is then no equivalence: a record with a
// gap shares its keys with two that differ from each other.
//
// Groups of records that look alike are joined by hash, gaps by gaps: n records with g groups and m
// different sets of missing keys take time in n + m g, not in n^2.
#pragma once

#include <span>
#include <vector>

#include "overhand/keys/key_codes.h"
#include "overhand/keys/key_groups.h"

namespace overhand::keys {

// One figure for each record, or for each group.
struct ClassSizes {
  std::vector<Row> records;  // that share its keys, itself counted: sdcMicro's fk
  Reals weights;             // what they weigh: Fk

  bool operator==(const ClassSizes&) const = default;
};

// Without weights every record weighs 1. The same for any number of threads.
ClassSizes class_sizes(const KeyCodes& keys, std::span<const double> weights = {});

// Of each group, for who has the groups already.
ClassSizes group_class_sizes(const KeyCodes& keys, const KeyGroups& groups);

// Of each record, from those of its group.
ClassSizes for_records(const KeyGroups& groups, const ClassSizes& sizes);

}  // namespace overhand::keys
