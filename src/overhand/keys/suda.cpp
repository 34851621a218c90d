#include "overhand/keys/suda.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "overhand/core/parallel.h"
#include "overhand/keys/unique_sets_internal.h"

namespace overhand::keys {
namespace {

constexpr double most_sets = 2e6;  // that are written down

// All sets of so many of the keys, as bits.
std::vector<std::uint32_t> sets_of(std::size_t keys, std::size_t size) {
  std::vector<std::uint32_t> sets;
  const std::uint64_t end = std::uint64_t{1} << keys;
  for (std::uint64_t set = (std::uint64_t{1} << size) - 1; set < end;) {
    sets.push_back(static_cast<std::uint32_t>(set));
    const std::uint64_t lowest = set & (~set + 1);  // Gosper: the next with as many bits
    const std::uint64_t ripple = set + lowest;
    set = ((ripple ^ set) >> 2U) / lowest | ripple;
  }
  return sets;
}

// The MSUs of each group, as a chain of nodes.
class Found {
 public:
  explicit Found(std::size_t groups) : last_(groups, none) {}

  bool has_part_of(std::uint32_t group, std::uint32_t set) const {
    for (std::uint32_t at = last_[group]; at != none; at = nodes_[at].before) {
      if ((nodes_[at].set & ~set) == 0) return true;
    }
    return false;
  }
  void add(std::uint32_t group, std::uint32_t set) {
    nodes_.push_back({set, last_[group]});
    last_[group] = static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  bool has_any(std::uint32_t group) const { return last_[group] != none; }

  template <class Visit>
  void each(std::uint32_t group, const Visit& visit) const {
    for (std::uint32_t at = last_[group]; at != none; at = nodes_[at].before) visit(nodes_[at].set);
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Node {
    std::uint32_t set;
    std::uint32_t before;
  };
  std::vector<std::uint32_t> last_;
  std::vector<Node> nodes_;
};

// Adds the MSUs of one size, when all smaller ones are known.
void find_sets(const GroupKeys& keys, const std::vector<std::uint32_t>& sets, Found& found,
               std::vector<UniqueSet>& counts, Stage& stage) {
  std::vector<std::vector<std::uint32_t>> groups(sets.size());
  parallel_for_each_index(sets.size(), [&](std::size_t s) {
    groups[s] = keys.singled_out_by(sets[s]);
    std::erase_if(groups[s],
                  [&](std::uint32_t group) { return found.has_part_of(group, sets[s]); });
    stage.finish_part();
  });
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const std::uint32_t group : groups[s]) found.add(group, sets[s]);
    if (!groups[s].empty()) counts.push_back({sets[s], groups[s].size()});
  }
}

// What an MSU of so many keys scores.
double score_of(std::size_t size, std::size_t keys, std::size_t largest) {
  double score = 1;
  for (std::size_t i = size; i <= std::min(largest, keys - 1); ++i) {
    score *= static_cast<double>(keys - i);
  }
  return score;
}

// In single precision, as suda2 has it: 0.01 is another number there, and figures that are held
// against each other should agree beyond their eighth digit.
double odds_against(const KeyGroups& groups, double fraction) {
  const auto alone = static_cast<float>(std::ranges::count(groups.counts, 1U));
  const auto in_pairs = static_cast<float>(2 * std::ranges::count(groups.counts, 2U));
  const auto share = static_cast<float>(fraction);
  const float dis = alone * share / (alone * share + in_pairs * (1.0F - share));
  return alone / dis - alone;
}

Reals dis_of(const Reals& scores, const KeyGroups& groups, const SudaOptions& options,
             std::size_t keys) {
  const double power = 1.0F + (8.0F - static_cast<float>(keys)) / 20.0F;
  const double odds = odds_against(groups, options.fraction);
  double all = 0;
  for (const double score : scores) {
    if (score > 0) all += 1 / std::pow(score, power);
  }
  Reals dis(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] > 0) dis[i] = 1 / (1 + odds / (std::pow(scores[i], power) * all));
  }
  return dis;
}

// Every group with an MSU is one record.
void set_scores(const Found& found, const KeyGroups& groups, std::size_t keys, Suda& result) {
  result.scores.assign(groups.group.size(), 0);
  result.contributions.assign(keys, 0);
  double all = 0;
  for (std::uint32_t group = 0; group < groups.count(); ++group) {
    if (!found.has_any(group)) continue;
    ++result.records;
    double& score = result.scores[groups.first[group]];
    found.each(group, [&](std::uint32_t set) {
      const auto size = static_cast<std::size_t>(std::popcount(set));
      const double one = score_of(size, keys, result.largest);
      score += one;
      for (std::size_t j = 0; j < keys; ++j) {
        if ((set >> j & 1U) != 0) result.contributions[j] += one;
      }
    });
    all += score;
  }
  for (double& share : result.contributions) share = all > 0 ? share / all : 0;
}

}  // namespace

std::size_t largest_set_in_time(std::size_t keys, std::size_t groups) {
  double sets = 0;
  double of_size = 1;
  for (std::size_t size = 1; size <= keys; ++size) {
    of_size *= static_cast<double>(keys - size + 1) / static_cast<double>(size);
    sets += of_size;
    if (sets * static_cast<double>(groups) > most_looks || sets > most_sets) {
      return std::max<std::size_t>(1, size - 1);
    }
  }
  return keys;
}

std::optional<Error> problem_with_sets(std::size_t keys, std::size_t groups,
                                       const SudaOptions& options) {
  const std::size_t largest = std::min(options.largest, keys);
  const std::size_t possible = largest_set_in_time(keys, groups);
  if (largest <= possible) return std::nullopt;
  return Error{ErrorKind::invalid_option,
               fmt::format("Sets of up to {} of {} key columns over {} groups of records that look "
                           "alike would take hours; ask for sets of up to {}, or name fewer keys.",
                           largest, keys, groups, possible)};
}

std::size_t default_largest_set(std::size_t keys) { return keys <= 10 ? keys : 3; }

Suda suda(const KeyCodes& keys, const KeyGroups& groups, const SudaOptions& options,
          const Progress& progress) {
  const std::size_t p = keys.key_count();
  Suda result;
  const std::size_t asked =
      options.largest == 0 ? default_largest_set(p) : std::min(options.largest, p);
  result.largest = std::min(asked, largest_set_in_time(p, groups.count()));
  std::vector<std::vector<std::uint32_t>> sets;
  std::size_t count = 0;
  for (std::size_t size = 1; size <= result.largest; ++size) {
    sets.push_back(sets_of(p, size));
    count += sets.back().size();
  }
  const GroupKeys group_keys(keys, groups);
  Found found(groups.count());
  Stage stage(progress, "looking for keys that single out records", count);
  for (const auto& of_one_size : sets) {
    find_sets(group_keys, of_one_size, found, result.sets, stage);
  }
  std::ranges::stable_sort(result.sets, std::greater(), &UniqueSet::records);
  set_scores(found, groups, p, result);
  result.dis = dis_of(result.scores, groups, options, p);
  return result;
}

}  // namespace overhand::keys
