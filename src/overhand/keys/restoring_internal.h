// The improvement pass of suppression: cells given back where other emptied cells do for them.
#pragma once

#include <algorithm>
#include <bit>

#include "overhand/core/stopping.h"
#include "overhand/keys/agreement_internal.h"

namespace overhand::keys {

// Pairs of groups that are looked at, which takes a moment in each of many trials; beyond, nothing
// is given back.
constexpr double most_pairs = 5e6;

// A cell that was emptied can be any value, so that its record may be who another is taken for.
// Where that makes up for what is missing to k, a record gets cells back, as long as what it then
// shows is still true of k - 1 persons, two at least: nobody is alone with it, and emptied records
// cannot stand for all k. Groups whose emptied cells were counted on keep them. In the order of
// groups, so that the result is one.
template <std::size_t Size>
class Restoring {
 public:
  Restoring(const Agreement<Size>& agreement, std::vector<KeySet>& sets, std::size_t k)
      : agreement_(agreement), sets_(sets), k_(static_cast<double>(k)), locked_(sets.size()) {}

  void restore(const GroupNumbers& below) {
    if (k_ < 3) return;  // two that are true are all that is asked for
    for (const std::uint32_t group : below) {
      stop_if_cancelled();
      if (!locked_[group]) restore_one(group);
    }
  }

 private:
  // Parts of what is emptied, the smallest first.
  void restore_one(std::uint32_t group) {
    const KeySet all = sets_[group];
    std::vector<KeySet> parts = {0};
    for (KeySet part = (all - 1) & all; part != 0; part = (part - 1) & all) parts.push_back(part);
    std::ranges::stable_sort(parts, {}, [](KeySet part) { return std::popcount(part); });
    for (const KeySet part : parts) {
      if (part == all || !try_part(group, part)) continue;
      sets_[group] = part;
      return;
    }
  }

  bool try_part(std::uint32_t group, KeySet part) {
    GroupNumbers counted_on;
    double are_true = 0;
    double may_be = 0;
    for (std::uint32_t other = 0; other < sets_.size(); ++other) {
      const auto found = agreement_.match(group, part, other, sets_[other]);
      if (found == Match::none) continue;
      may_be += agreement_.weight(other);
      if (found == Match::is_true) are_true += agreement_.weight(other);
      if (found == Match::emptied) counted_on.push_back(other);
    }
    if (are_true < std::max(2.0, k_ - 1) || may_be < k_) return false;
    for (const std::uint32_t other : counted_on) locked_[other] = true;
    return true;
  }

  const Agreement<Size>& agreement_;
  std::vector<KeySet>& sets_;
  double k_;
  std::vector<bool> locked_;
};

}  // namespace overhand::keys
