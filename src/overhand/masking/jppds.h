// The algorithms of the paper, literally: the references against which the product, sjppds, is
// checked, and what the timing study runs. Slow on purpose where the paper is slow.
//
// E. Chaibub Neto (2024), "Statistical disclosure control for numeric microdata via sequential
// joint probability preserving data shuffling", Trans. Data Privacy. Symbols: docs/notation.md.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "overhand/masking/categorize.h"
#include "overhand/masking/masked.h"

namespace overhand::masking {

// Puts rows in a random order. A test hands in one that goes through all orders.
using Shuffler = std::function<void(std::span<Row> rows)>;

// Restricted permutation: shuffles `values` separately within each level of `given`.
Reals restricted_permutation(std::span<const double> values, std::span<const BinCode> given,
                             const Shuffler& shuffle);

// The table as the algorithms see it: p columns of n reals, and the source row of each record.
struct Records {
  std::vector<Reals> columns;
  Lineage source;
};

Records jppds_full(const Records& x, int bins, const Shuffler& shuffle);        // Algorithm 1
Records jppds_simplified(const Records& x, int bins, const Shuffler& shuffle);  // Algorithm 2

// Algorithm 1 as its text describes it: each step shuffles what the step before left (X_s), where
// the printed one copies from X.
Records jppds_successive(const Records& x, int bins, const Shuffler& shuffle);

// Algorithm 3 over Algorithm 1, 2 or the successive reading of 1.
using Jppds = Records (*)(const Records& x, int bins, const Shuffler& shuffle);
Records sequential(Jppds jppds, Records x, int bins, const Shuffler& shuffle);

struct JppdsOptions {
  int bins = 100;  // n_c in the paper
};

// Algorithm 3 over Algorithms 1 and 2 for a table of numbers.
Result<Masked> sjppds_full(const Table& original, const JppdsOptions& options,
                           const Context& context);
Result<Masked> sjppds_simplified(const Table& original, const JppdsOptions& options,
                                 const Context& context);

}  // namespace overhand::masking
