// Gives shuffled columns the rank correlations of the original ones.
//
// R. L. Iman and W. J. Conover (1982), "A distribution-free approach to inducing rank correlation
// among input variables", Communications in Statistics B 11.
#pragma once

#include "overhand/masking/masked.h"

namespace overhand::masking {

// sources[j] says which row each value of shuffled column j came from. Returns the same for the
// repaired columns: the values of each column in the order of the ranks of
// Z_Y chol(R_Y)^-T chol(R_X)^T. Equal values rank at random.
std::vector<Lineage> with_repaired_correlations(const Table& original,
                                                const std::vector<Lineage>& sources,
                                                const random::Key& key);

}  // namespace overhand::masking
