#include "overhand/attacks/rates.h"

#include <algorithm>
#include <cmath>

namespace overhand::attacks {
namespace {

// The middle of the Wilson interval and half of its length.
struct Estimate {
  double rate;
  double error;
};

Estimate estimate_of(double rate, double people) {
  const auto [low, high] = statistics::wilson_interval(rate, people);
  return {(low + high) / 2, (high - low) / 2};
}

}  // namespace

AttackRisk risk_of(const AttackTally& tally, double splits) {
  AttackRisk result{tally.target.rate(), tally.control.rate()};
  if (tally.target.people == 0 || tally.control.people == 0) return result;
  constexpr double nearly_one = 1 - 1e-9;
  const double control = std::min(result.control, nearly_one);
  result.risk = std::max(0.0, (result.target - control) / (1 - control));
  const auto people = static_cast<double>(tally.target.people);
  const Estimate in = estimate_of(result.target, std::max(1.0, people / splits));
  const Estimate out = estimate_of(control, static_cast<double>(tally.control.people));
  // The derivatives of the risk by the two rates.
  const double rest = 1 - out.rate;
  const double centre = (in.rate - out.rate) / rest;
  const double error = std::hypot(in.error / rest, (1 - in.rate) * out.error / (rest * rest));
  result.interval = {std::clamp(std::min(centre - error, result.risk), 0.0, 1.0),
                     std::clamp(std::max(centre + error, result.risk), 0.0, 1.0)};
  return result;
}

}  // namespace overhand::attacks
