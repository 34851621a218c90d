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

// As many people with one guess each would have a rate as sure as this: the variance of a single
// guess, rate (1 - rate), is that between people and that within them, and the latter is averaged
// out.
double as_good_as(const Tally& tally, double times) {
  const double people = std::max(1.0, static_cast<double>(tally.people) / times);
  const double single = tally.rate() * (1 - tally.rate());
  const double between = single - tally.within / static_cast<double>(tally.people);
  constexpr double hardly_any = 1e-3;  // of a guess: as if all people were alike, who are few
  return single <= 0 ? people : people * single / std::max(between, hardly_any * single);
}

Estimate estimate_of(double rate, const Tally& tally, double times) {
  const auto [low, high] = statistics::wilson_interval(rate, as_good_as(tally, times));
  return {(low + high) / 2, (high - low) / 2};
}

}  // namespace

AttackRisk risk_of(const AttackTally& tally, const Times& times) {
  AttackRisk result{tally.target.rate(), tally.control.rate()};
  if (tally.target.people == 0 || tally.control.people == 0) return result;
  constexpr double nearly_one = 1 - 1e-9;
  if (result.control > nearly_one) {  // what is right about everybody is no risk of anybody's
    result.interval = {0, 0};
    return result;
  }
  const double control = result.control;
  result.risk = std::max(0.0, (result.target - control) / (1 - control));
  const Estimate in = estimate_of(result.target, tally.target, times.target);
  const Estimate out = estimate_of(control, tally.control, times.control);
  // The derivatives of the risk by the two rates.
  const double rest = 1 - out.rate;
  const double centre = (in.rate - out.rate) / rest;
  const double error = std::hypot(in.error / rest, (1 - in.rate) * out.error / (rest * rest));
  result.interval = {std::clamp(std::min(centre - error, result.risk), 0.0, 1.0),
                     std::clamp(std::max(centre + error, result.risk), 0.0, 1.0)};
  return result;
}

}  // namespace overhand::attacks
