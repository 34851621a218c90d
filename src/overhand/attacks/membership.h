// Membership: who knows a person's whole record asks whether it is in the release, by how near the
// nearest released record is, or by how many of the person's exact values occur in it.
#pragma once

#include "overhand/attacks/people.h"
#include "overhand/attacks/rates.h"
#include "overhand/attacks/view.h"

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

struct Membership {
  MembershipScores nearness;  // minus the distance to the nearest released record
  MembershipScores look_up;   // exact values that occur, each by how rare it is

  void add(const Membership& other);
};

class Exposures;  // exposure.h

// O(people released columns).
Membership membership(const View& view, const People& people, Exposures* exposures = nullptr);

}  // namespace overhand::attacks
