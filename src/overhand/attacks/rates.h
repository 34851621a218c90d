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
  double within = 0;  // the sum of share (1 - share): what guesses about one person differ by

  void add(double share) {
    ++people;
    right += share;
    within += share * (1 - share);
  }
  void add(const Tally& other) {
    people += other.people;
    right += other.right;
    within += other.within;
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

// So many times each person was attacked; each counts as one all the same.
struct Times {
  double target = 1;
  double control = 1;
};

// With 95 % confidence: the two rates by Wilson, the errors propagated to the risk. People whose
// shares differ less than one guess each would make them are as good as more people.
AttackRisk risk_of(const AttackTally& tally, const Times& times = {});

}  // namespace overhand::attacks
