#include "overhand/attacks/attacks.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "overhand/attacks/exposure.h"
#include "overhand/attacks/shared_values_internal.h"
#include "overhand/core/parallel.h"
#include "overhand/random/sample.h"

namespace overhand::attacks {
namespace {

StrongestGuess strongest(const Inference::ByGuesser& tallies, std::size_t known,
                         const Times& times) {
  StrongestGuess worst{known, guesser_name(0), risk_of(tallies[0], times)};
  for (std::size_t g = 1; g < tallies.size(); ++g) {
    const AttackRisk risk = risk_of(tallies[g], times);
    if (risk.interval.high > worst.risk.interval.high) worst = {known, guesser_name(g), risk};
  }
  return worst;
}

}  // namespace

void AttackSums::add(const AttackSums& other) {
  for (std::size_t i = 0; i < inference.size(); ++i) inference[i].add(other.inference[i]);
  linkability.add(other.linkability);
  singling_out.add(other.singling_out);
  membership.add(other.membership);
}

AttackSums attacked(const View& view, const People& people, const Flags& is_isolated,
                    const AttackOptions& options, const random::Key& key, Exposures* exposures) {
  const People some = people.sampled(options.most_people, key);
  if (exposures != nullptr) {
    exposures->watch(view, some.members);
    exposures->watch(view, some.controls);
  }
  AttackSums sums;
  for (std::size_t i = 0; i < known_facts.size(); ++i) {
    sums.inference[i] =
        inference(view, some, is_isolated, {known_facts[i], options.sets}, key, exposures);
  }
  sums.linkability = linkability(view, some, options.sets, key, exposures);
  sums.singling_out = singling_out(view, people, options.sets, key, exposures);
  sums.membership = membership(view, some, exposures);
  return sums;
}

Attacks attacks_of(const AttackSums& sums) {
  const Times& times = sums.times;
  Attacks attacks;
  for (std::size_t i = 0; i < known_facts.size(); ++i) {
    attacks.inference[i] = strongest(sums.inference[i].all, known_facts[i], times);
    attacks.isolated[i] = strongest(sums.inference[i].isolated, known_facts[i], times);
  }
  attacks.linkability = risk_of(sums.linkability, times);
  attacks.singling_out = risk_of(sums.singling_out, times);
  attacks.membership = strongest_membership(sums.membership);
  attacks.look_up = sums.membership.look_up.true_positives();
  return attacks;
}

std::vector<GuessedColumn> guessed_columns(const AttackSums& sums,
                                           const std::vector<std::string>& columns) {
  Inference all;
  for (const Inference& one : sums.inference) all.add(one);
  const auto& of_column = all.of_column;
  std::vector<GuessedColumn> guessed;
  for (std::size_t j = 0; j < of_column.size(); ++j) {
    if (of_column[j][0].target.people == 0) continue;
    guessed.push_back({columns[j], strongest(of_column[j], 0, sums.times).risk});
  }
  std::ranges::stable_sort(guessed, std::greater<>(),
                           [](const GuessedColumn& column) { return column.risk.risk; });
  return guessed;
}

AttackSums with_controls_of(AttackSums targets, const AttackSums& splits) {
  targets.times.control = splits.times.control;
  for (std::size_t i = 0; i < known_facts.size(); ++i) {
    for (std::size_t g = 0; g < Inference::guessers; ++g) {
      targets.inference[i].all[g].control = splits.inference[i].all[g].control;
      targets.inference[i].isolated[g].control = splits.inference[i].isolated[g].control;
      for (std::size_t j = 0; j < targets.inference[i].of_column.size(); ++j) {
        targets.inference[i].of_column[j][g].control = splits.inference[i].of_column[j][g].control;
      }
    }
  }
  targets.linkability.control = splits.linkability.control;
  targets.singling_out.control = splits.singling_out.control;
  targets.membership.nearness.controls = splits.membership.nearness.controls;
  targets.membership.relative.controls = splits.membership.relative.controls;
  targets.membership.gaps.controls = splits.membership.gaps.controls;
  targets.membership.look_up.controls = splits.membership.look_up.controls;
  return targets;
}

Result<AttackPlan> attack_plan(const Table& original, const std::vector<Row>& unit_of,
                               const AttackOptions& options, const random::Key& key) {
  const auto view = view_of(original, original);
  if (!view) return view.error();
  const auto together = unit_of.empty() ? belonging_by_values(*view) : unit_of;
  return AttackPlan{control_splits(original.row_count(), options.splits, together, key),
                    isolated_twentieth(*view, key)};
}

Result<AttackSums> attacks_on(const Table& original, const AttackPlan& plan, const MaskSome& mask,
                              const AttackOptions& options, const random::Key& key) {
  AttackSums sums;
  // Each person is a member in all splits but one.
  sums.times.target = std::max(1.0, static_cast<double>(plan.splits.size()) - 1);
  for (std::size_t split = 0; split < plan.splits.size(); ++split) {
    const auto released = mask(gather(original, plan.splits[split].members), split);
    if (!released) return released.error();
    auto view = view_of(original, *released);
    if (!view) return view.error();
    tell_bins(options.bins, *view);
    sums.add(attacked(*view, plan.splits[split], plan.is_isolated, options, key));
  }
  return sums;
}

Flags isolated_twentieth(const View& view, const random::Key& key) {
  constexpr std::size_t most = 10'000;
  constexpr std::size_t part = 20;
  const auto others =
      random::sample(key, {random::Purpose::attacked_people, 2}, view.originals, most);
  Reals distances(view.originals);
  parallel_for_each_index(distances.size(), [&](std::size_t row) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Row other : others) {
      if (other == row) continue;
      nearest = std::min(nearest, squared_distance(view, static_cast<Row>(row), other));
    }
    distances[row] = nearest;
  });
  std::vector<Row> order(view.originals);
  std::iota(order.begin(), order.end(), Row{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](Row row) { return distances[row]; });
  Flags is_isolated(view.originals);
  for (std::size_t i = 0; i < view.originals / part; ++i) is_isolated[order[i]] = 1;
  return is_isolated;
}

}  // namespace overhand::attacks
