// Membership: who knows a person's whole record asks whether it is in the release, by how near the
// nearest released record is, by how many of the person's exact values occur in it, or by how the
// released values lie around each of them.
#pragma once

#include "overhand/attacks/gaps.h"
#include "overhand/attacks/membership_scores.h"
#include "overhand/attacks/people.h"
#include "overhand/attacks/rates.h"
#include "overhand/attacks/view.h"

namespace overhand::attacks {

struct Membership {
  MembershipScores nearness;  // minus the distance to the nearest released record
  MembershipScores relative;  // how much nearer the release lies than people at large
  MembershipScores look_up;   // exact values that occur, each by how rare it is
  GapPatterns gaps;

  void add(const Membership& other);
};

class Exposures;  // exposure.h

// The strongest of nearness, relative nearness and gaps, by true positives.
struct StrongestMembership {
  const char* by = "";
  double auc = 0.5;
  double true_positives = 0;
};
StrongestMembership strongest_membership(const Membership& membership);

// O(people released columns).
Membership membership(const View& view, const People& people, Exposures* exposures = nullptr);

}  // namespace overhand::attacks
