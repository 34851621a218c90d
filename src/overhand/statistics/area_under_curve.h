// The area under the ROC curve: how often a record of the class is ranked above one that is not, a
// tie counting half.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

namespace overhand::statistics {

// None where a class is empty.
template <class Score>
std::optional<double> area_under_curve(const std::vector<Score>& scores,
                                       const std::vector<bool>& is_of_class) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return scores[i]; });
  double others_below = 0;
  double wins = 0;
  double members = 0;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    double tied_members = 0;
    double tied_others = 0;
    for (; end < order.size() && scores[order[end]] == scores[order[begin]]; ++end) {
      (is_of_class[order[end]] ? tied_members : tied_others) += 1;
    }
    wins += tied_members * (others_below + tied_others / 2);
    others_below += tied_others;
    members += tied_members;
  }
  if (members == 0 || others_below == 0) return std::nullopt;
  return wins / (members * others_below);
}

}  // namespace overhand::statistics
