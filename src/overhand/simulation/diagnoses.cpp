#include <algorithm>
#include <cmath>

#include "overhand/simulation/diagnoses_internal.h"
#include "overhand/simulation/draws_internal.h"

namespace overhand::simulation {

std::size_t draw_diagnosis(double age, random::Stream& stream) {
  constexpr double spread = 15;  // years
  std::array<double, diagnoses.size()> weights = {};
  std::ranges::transform(diagnoses, weights.begin(), [&](const Diagnosis& diagnosis) {
    const double distance = (age - diagnosis.age) / spread;
    return diagnosis.share * std::exp(-0.5 * distance * distance);
  });
  return draw_by(weights, stream);
}

}  // namespace overhand::simulation
