// Distance-based record linkage (DBRL): the share of masked records whose own original record is
// among the nearest original records.
//
// Each table is standardised by its own mean and standard deviation; a record is linked when its
// partner attains the smallest squared Euclidean distance, exact ties included. In a mixed table
// the distance is capped in each column (neighbours.h).
// J. Domingo-Ferrer and V. Torra (2001), "A quantitative comparison of disclosure control methods
// for microdata"; choices as in docs/guide/measures.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overhand/random/key.h"
#include "overhand/risk/neighbours.h"

namespace overhand::risk {

// The original record that is held against each masked record.
using Partners = std::span<const Row>;

// Masked records that are searched: all of them, or a random sample in ascending order.
struct Searched {
  std::vector<Row> rows;
  bool is_sample = false;
};

struct SampleOptions {
  std::size_t largest_exact = 200'000;  // tables of more records are sampled
  std::size_t sample = 2'000;
  bool exact = false;  // never sample
};

// For figures that come beside a masking, which must stay fast.
constexpr SampleOptions quick_search{.largest_exact = 20'000};

Searched records_to_search(std::size_t row_count, const SampleOptions& options,
                           const random::Key& key);

// The nearest originals of one masked table's records, which serve every pairing.
struct Nearest {
  Searched searched;
  std::vector<Neighbour> originals;  // of each record searched
};

// Searches for the sample, or for all records.
Nearest nearest_originals(const Neighbours& originals, const statistics::Profile& masked,
                          const SampleOptions& options, const random::Key& key);

// Which of the searched records are linked to a given original.
struct Linked {
  const statistics::Profile& original;
  const statistics::Profile& masked;
  const Nearest& nearest;

  bool is_linked(std::size_t place, Row partner) const {
    const auto record = masked.standardised_record(nearest.searched.rows[place]);
    return squared_distance(record, original.standardised_record(partner), original.caps) <=
           nearest.originals[place].distance;
  }
};

// The share of the searched records that are linked to their partner.
double dbrl(const Linked& linked, Partners partners);

}  // namespace overhand::risk
