// Digest: 128 bits that stand for the values of a column.
//
// The sum of k_i v_i modulo 2^128 over the rows i: v_i the value as 64 bits, k_i the i-th double
// word of a secret stream. Two columns that differ anywhere have the same digest with probability
// 2^-64 at most (docs/theory/keys.md). A sum, so that the parts of a table can be digested
// anywhere, in any order, and added.
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::masking {

struct Digest {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  Digest& operator+=(const Digest& other);
  bool operator==(const Digest&) const = default;
};

// The digest of each column of a table, or of the part of one that begins at row `first_row`. Of
// values, not of their storage: 3 and 3.0 are one, 0.0 and -0.0, and all that is missing; a text
// counts as 64 bits of its keyed BLAKE2b, whatever its code. Columns to keep are left at 0: nothing
// random is done with them.
std::vector<Digest> digests(const Table& part, const random::Key& key, std::size_t first_row = 0);

}  // namespace overhand::masking
