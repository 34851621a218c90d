#include "overhand/study/thresholds.h"

#include <cassert>

namespace overhand::study {

Thresholds thresholds(const ExperimentResult& census) {
  const MethodResult* noise = find_method(census, "noise");
  assert(noise != nullptr);
  Thresholds result{noise->points, {}};
  for (const double max_risk : {1.0, 0.2, 0.1}) {
    result.chosen.push_back(
        {max_risk, choose(noise->points, tuning::Reading::as_published, max_risk).under});
  }
  return result;
}

std::optional<double> percent_of(const Thresholds& thresholds, const Threshold& threshold) {
  if (!threshold.choice) return std::nullopt;
  return std::get<double>(thresholds.points[*threshold.choice].options.at("percent"));
}

}  // namespace overhand::study
