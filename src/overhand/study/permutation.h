// The restricted permutation examples of the paper: its Table 1 and Figure 1, and its Figure 2,
// what the bins do to a cloud of points.
#pragma once

#include <vector>

#include "overhand/masking/categorize.h"
#include "overhand/masking/masked.h"

namespace overhand::study {

// Table 1: X1, X2 and the bins of X2 (n_c = 3); X1 shuffled within them.
struct RestrictedPermutation {
  int bins = 3;
  Reals x1;
  Reals x2;
  std::vector<masking::BinCode> bins1;
  std::vector<masking::BinCode> bins2;
  Reals permuted;
  std::vector<double> breaks1;
  std::vector<double> breaks2;
};
RestrictedPermutation restricted_permutation_example(const random::Key& key);

// Figure 2: 10,000 records of two normal columns with means 10 and 11, variances 1 and covariance
// 0.9; X1 shuffled within few and within many bins of X2.
struct Cloud {
  std::string label;  // "original", "3 bins"
  Reals x1;
  Reals x2;
  double correlation;
};
std::vector<Cloud> clouds(const random::Key& key);

}  // namespace overhand::study
