// The threshold example of the paper: how the ceiling on DBRL decides how much noise is added.
#pragma once

#include "overhand/study/experiments.h"

namespace overhand::study {

struct Threshold {
  double max_risk;
  std::optional<std::size_t> choice;  // of the points of noise
};

struct Thresholds {
  std::vector<tuning::Point> points;  // of additive noise on Census
  std::vector<Threshold> chosen;      // at the ceilings 1, 0.2 and 0.1
};

// `census` must have the method noise.
Thresholds thresholds(const ExperimentResult& census);

// The percent of noise that was chosen.
std::optional<double> percent_of(const Thresholds& thresholds, const Threshold& threshold);

}  // namespace overhand::study
