// The restricted permutation example of the paper: its Table 1, and what the bins do to a cloud of
// points.
#pragma once

#include <vector>

#include "overhand/masking/masked.h"

namespace overhand::study {

// Table 1: X1, X2 and the bins of X2 (n_c = 3); X1 shuffled within them.
struct RestrictedPermutation {
  int bins = 3;
  Reals x1;
  Reals x2;
  std::vector<std::uint32_t> bins1;
  std::vector<std::uint32_t> bins2;
  Reals permuted;
  std::vector<double> breaks1;
  std::vector<double> breaks2;
};
RestrictedPermutation restricted_permutation_example(const random::Key& key);

// 500 records of two related columns, and SJPPDS of them with few and with many bins.
struct Cloud {
  std::string label;  // "original", "3 bins"
  Reals x;
  Reals y;
};
Result<std::vector<Cloud>> clouds(const masking::Context& context);

}  // namespace overhand::study
