// Ledger: which records were released before. Two releases of overlapping records show more than
// each of them: where columns keep their own values, what differs between the two are the values of
// the records that only one has; and what is random in them averages out.
//
// It holds neither values nor masking keys: of each record a fingerprint under a key of its own.
// Who has the ledger can still ask whether a record that he knows whole was released, so that it is
// as private as the table.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::release {

// 128 bits of a keyed BLAKE2b: two different records have the same one never in practice.
using Fingerprint = std::array<std::uint8_t, 16>;

struct Fingerprints {
  std::size_t rows = 0;
  // Of each record over all its columns, whatever their order; ascending, so that nothing tells
  // where a record stood.
  std::vector<Fingerprint> records;
  // Of each column with many values, over all records in any order: the same people with other
  // columns. Ascending.
  std::vector<Fingerprint> columns;
};

// Of the values as they were read, before anything was coarsened or masked. Numbers that name units
// are left out. Fails when cancelled.
Result<Fingerprints> fingerprints_of(const Table& table, const random::Key& key,
                                     const Progress& progress = {});

struct LedgerEntry {
  std::string date;
  std::string setting;  // "cell_rotate, k 24"
  Fingerprints fingerprints;
};

struct Ledger {
  random::Key key;
  std::vector<LedgerEntry> entries = {};
};

// Why a table must not be released: it shares records with an earlier release (ErrorKind::refused).
std::optional<Error> problem_with_overlap(const Ledger& ledger, const Fingerprints& table);

}  // namespace overhand::release
