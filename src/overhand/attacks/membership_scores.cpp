#include "overhand/attacks/membership_scores.h"

#include <algorithm>

#include "overhand/statistics/area_under_curve.h"

namespace overhand::attacks {

void MembershipScores::add(const MembershipScores& other) {
  members.insert(members.end(), other.members.begin(), other.members.end());
  controls.insert(controls.end(), other.controls.begin(), other.controls.end());
}

double MembershipScores::auc() const {
  Reals scores = members;
  scores.insert(scores.end(), controls.begin(), controls.end());
  std::vector<bool> is_member(scores.size());
  std::fill_n(is_member.begin(), members.size(), true);
  return statistics::area_under_curve(scores, is_member).value_or(0.5);
}

double MembershipScores::true_positives() const {
  constexpr double false_positives = 0.01;
  if (members.empty() || controls.empty()) return 0;
  Reals sorted = controls;
  std::ranges::sort(sorted, std::greater<>());
  const double allowed = false_positives * static_cast<double>(sorted.size());
  const double threshold = sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(allowed))];
  const auto share = [](const Reals& values, auto is_counted) {
    return static_cast<double>(std::ranges::count_if(values, is_counted)) /
           static_cast<double>(values.size());
  };
  const auto is_above = [&](double score) { return score > threshold; };
  const auto is_at = [&](double score) { return score == threshold; };
  const double part = (false_positives - share(sorted, is_above)) / share(sorted, is_at);
  return share(members, is_above) + std::clamp(part, 0.0, 1.0) * share(members, is_at);
}

}  // namespace overhand::attacks
