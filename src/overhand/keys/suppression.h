// Suppression: cells of keys set to missing until every record shares its keys with enough others.
//
// What counts for a record are those that on each of its keys are equal to it, or emptied by
// suppression, or where it has none left itself: k at least. And what is left of its keys is true
// of k - 1 persons at least, two where k is 2, so that nobody is alone with what they show. So it
// shares its keys with k records in the sense of sdcMicro's kAnon too, a missing key matching every
// value both ways. The reverse does not hold: two empty records would let every other one share its
// keys with three, and a record that is alone with its keys and keeps them all would still be
// found. And gaps that were there before hide their own record and nobody else (freqCalc of
// sdcMicro has `alpha` for them).
//
// Persons, not records: where records have sources, the first record of each source counts and its
// other copies do not. The records that agree with a record and count are of different sources, so
// that their number is never more than that of the persons behind them.
//
// First each group of records that look alike is settled by itself: sets of keys are taken from the
// cheapest on, and those of a group are the first without which k persons agree with it in truth.
// These are the fewest cells, or the least important, with which k are true, found exactly; the
// fewest of sdcMicro's promise are NP-hard to find (A. Meyerson, R. Williams 2004, "On the
// complexity of optimal k-anonymity", PODS). Then cells are given back where emptied ones of others
// make up for one that is missing (restoring_internal.h), which takes a look at each pair of
// groups: tables with too many groups for that keep the stronger promise. Where it is asked
// for, records are made to look alike with k instead (alike_internal.h): more cells, and nobody
// learns anything from where the gaps are. Sets of m keys cost up to 2^m passes over the groups;
// more than 16 keys are refused.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "overhand/keys/key_codes.h"
#include "overhand/keys/key_groups.h"
#include "overhand/keys/suppressed_keys.h"

namespace overhand::keys {

constexpr std::size_t most_suppressed_keys = 16;

struct SuppressionOptions {
  std::size_t k = 3;
  // Of each key, what a cell of it costs; empty: 1. Of sets that cost the same the one whose keys
  // have most values goes first: they tell most.
  Reals importance = {};
  Reals weights = {};  // of each record, 1 where it counts and 0 where it does not; empty: all do
  bool alike = false;  // until records look alike with k, a gap being like a gap alone
};

struct Suppression {
  std::vector<std::uint32_t> gaps;  // of each record: bit j for key j to be set to missing
  std::size_t below = 0;            // records that shared their keys with fewer than k
};

// Too many keys, or fewer than k records.
std::optional<Error> problem_with_suppression(const KeyCodes& keys, std::size_t k);

// The same for any number of threads. Fails where fewer than k count and on too many keys.
Result<Suppression> suppression(const KeyCodes& keys, const SuppressionOptions& options);

// 1 for the first record of each source, 0 for its copies.
Reals one_for_each_source(std::span<const Row> sources);

// Of each record: how many have the same value in every key that it has, itself counted; a gap of
// theirs is no value. By their weights, 0 or 1, where there are some.
std::vector<Row> sharing(const KeyCodes& keys, std::span<const double> weights = {});
// Of each group, for who has the groups already.
Reals group_sharing(const KeyCodes& keys, const KeyGroups& groups);

// Of each record of `after`, the same records as `before` with cells emptied: how many count for
// it, by their weights, each equal to it, or emptied, or where it has no value itself.
std::vector<Row> sharing_where_emptied(const KeyCodes& before, const KeyCodes& after,
                                       std::span<const double> weights);

// Records to leave out instead, so that what the keys of all others tell is true of k that stay:
// those that stay, in their order.
std::vector<Row> rows_that_share(const KeyCodes& keys, std::size_t k);

struct Suppressed {
  Table table;
  SuppressedKeys keys;
};

// The table with those cells of its keys missing, by the k and the importance of the structure. A
// cell that is emptied looks like most other gaps of its column: where they are written unk, it is
// unk too, so that nobody tells the gaps that were made from those that were there.
Result<Suppressed> suppressed(Table table, const Structure& structure,
                              const std::optional<Lineage>& sources = std::nullopt);

// Of each key what a cell of it costs: 1 where nothing is said.
Reals importance_of(const std::vector<std::string>& keys,
                    const std::map<std::string, double>& said);

// What of the structure's keys cannot be: one that is not there or named twice, more than can be
// suppressed, more to share them than there are records, an importance of what is no key. Whether
// cells are suppressed or not, so that what is said for nothing is told.
std::optional<Error> problem_with_keys(const Table& table, const Structure& structure);

// Records whose keys fit fewer than k of those that go out with the cells `emptied` (bit j of a
// record for key j), an emptied cell fitting any value, and any value a key that the record has
// not; by weights of 0 and 1 where there are some.
std::size_t fits_below(const KeyCodes& before, std::span<const std::uint32_t> emptied,
                       std::size_t k, std::span<const double> weights = {});

// Records that look alike in the keys, a gap being like a gap alone, with fewer than k; of
// different sources where records have some.
std::size_t alike_below(const KeyCodes& keys, std::size_t k, std::span<const double> weights = {});

}  // namespace overhand::keys
