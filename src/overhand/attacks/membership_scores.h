// How likely people are in a release, as an attack says it.
#pragma once

#include "overhand/table/column.h"

namespace overhand::attacks {

// The higher, the more likely the person is in.
struct MembershipScores {
  Reals members;
  Reals controls;

  void add(const MembershipScores& other);
  // The chance that a member has a higher score than a control; ties count half.
  double auc() const;
  // The share of members above the score that one control in a hundred exceeds; of those who have
  // just that score the part that keeps the false positives at one in a hundred.
  double true_positives() const;
};

}  // namespace overhand::attacks
