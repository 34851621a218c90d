// Suppression: cells of keys set to missing until every record shares its keys with enough others.
//
// What is left of a record's keys is true of at least k records of the table, so that it can be any
// of theirs. So it shares its keys with k records afterwards too, a missing key matching every
// value both ways as in sdcMicro's kAnon: each of those k has the same values there, or gaps. The
// reverse does not hold, and what counts is this: two empty records would let every other one share
// its keys with three, and a record that is alone with its keys and keeps them all would still be
// found.
//
// So each group of records that look alike can be settled by itself, and the cells that are
// suppressed are the fewest, or the least important, that keep this promise: sets of keys are taken
// from the cheapest on, and those of a group are the first without which enough records agree. It
// is exact, where the fewest cells of the weaker promise are NP-hard to find (A. Meyerson, R.
// Williams 2004, "On the complexity of optimal k-anonymity", PODS). Sets of m keys cost up to 2^m
// passes over the groups; more than 16 keys are refused.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/keys/key_codes.h"

namespace overhand::keys {

constexpr std::size_t most_suppressed_keys = 16;

struct SuppressionOptions {
  std::size_t k = 3;
  // Of each key, what a cell of it costs; empty: 1. Of sets that cost the same the one whose keys
  // have most values goes first: they tell most.
  Reals importance = {};
};

struct Suppression {
  std::vector<std::uint32_t> gaps;  // of each record: bit j for key j to be set to missing
  std::size_t below = 0;            // records that shared their keys with fewer than k
};

// The same for any number of threads. Fails on fewer than k records and on too many keys.
Result<Suppression> suppression(const KeyCodes& keys, const SuppressionOptions& options);

// Records to leave out instead, so that all others share their keys with k others that stay:
// those that stay, in their order.
std::vector<Row> rows_that_share(const KeyCodes& keys, std::size_t k);

struct SuppressedCells {
  std::string column;
  std::size_t cells = 0;
};

struct Suppressed {
  Table table;
  std::vector<SuppressedCells> cells;  // of each key
  std::size_t below = 0;               // records that shared their keys with fewer than k
};

// The table with those cells of its keys missing, by the k and the importance of the structure.
Result<Suppressed> suppressed(Table table, const Structure& structure);

}  // namespace overhand::keys
