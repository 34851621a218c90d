// Pairings: which original record each masked record is held against. The one policy of every face.
#pragma once

#include "overhand/evaluation/evaluation.h"
#include "overhand/masking/method.h"

namespace overhand::evaluation {

// The pairings of a masking of ours, the deciding one first. Records that the method left in the
// rows of their sources are paired by row, as in the paper; others by their true sources, and
// sorted as in the paper beside them; records that are made anew can only be sorted.
std::vector<Pairing> pairings_for(const masking::Method& method, const masking::Masked& masked);

// What the owner of a table that was masked elsewhere says of the sources of its records.
enum class Stated { nothing, row, sorted, lineage };

// Where nothing is said and the tables have as many records, both by row and sorted: held row by
// row where rows were shuffled a table looks safer than it is, and sorted it does where they were
// not. See riskier_first.
std::vector<Pairing> pairings_for(Stated stated, std::size_t originals, std::size_t masked);

// The pairing that links more records first.
Evaluation riskier_first(Evaluation evaluation);

// Each record is held against its true source, not against one of the same rank.
bool is_by_true_source(Pairing pairing);

}  // namespace overhand::evaluation
