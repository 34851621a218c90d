// How often an attack succeeds on people who are in the release, and on others who are not: what it
// learns of the release itself is the difference.
//
// M. Giomi et al. (2023), "A unified framework for quantifying privacy risk in synthetic data",
// PoPETs 2023(2).
#pragma once

#include <cstddef>

#include "overhand/statistics/wilson.h"

namespace overhand::attacks {

// Of several guesses about one person the share that is right counts.
struct Tally {
  std::size_t people = 0;
  double right = 0;

  void add(double share) {
    ++people;
    right += share;
  }
  void add(const Tally& other) {
    people += other.people;
    right += other.right;
  }
  double rate() const { return people == 0 ? 0 : right / static_cast<double>(people); }
};

struct AttackTally {
  Tally target;   // people in the release
  Tally control;  // people who are not

  void add(const AttackTally& other) {
    target.add(other.target);
    control.add(other.control);
  }
};

struct AttackRisk {
  double target = 0;
  double control = 0;
  double risk = 0;  // max(0, (target - control) / (1 - control))
  statistics::Interval interval{0, 1};
};

// With 95 % confidence: the two rates by Wilson, the errors propagated to the risk. `splits`: so
// many times each person was a target, and counts as one all the same.
AttackRisk risk_of(const AttackTally& tally, double splits = 1);

}  // namespace overhand::attacks
