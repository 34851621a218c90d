// Where to cut a cell in two along one direction.
#pragma once

#include <cstddef>
#include <span>

namespace overhand::masking {

// How many of the lowest scores go to the lower part: k or more, and k or more are left. `scores`
// has 2k or more.
//
// In a valley, where records are four times as far from each other as is usual on both sides of it:
// a cut through a cluster would make cells, and so records, that lie between clusters. Of several
// valleys in the one with the largest variance between the parts. Without a valley at the multiple
// of k that is nearest to the median, so that floor(m/k) cells of nearly k records come of it. No
// part that a valley leaves of a large cell is below a sixteenth: the tree is as deep as a
// logarithm. Above 1,024 scores a sample of every so many decides.
struct CellCut {
  std::size_t lower;  // the size of the lower part
  bool is_valley;
};
CellCut best_cut(std::span<const double> scores, std::size_t k);

}  // namespace overhand::masking
