#include "overhand/coarsening/proposal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/coarsening/coarsening.h"
#include "overhand/coarsening/key_entropy_internal.h"
#include "overhand/coarsening/ladder_internal.h"
#include "overhand/core/stopping.h"
#include "overhand/keys/key_groups.h"
#include "overhand/keys/suppression.h"

namespace overhand::coarsening {
namespace {

// A rung of a column's ladder, with the column as it is then.
struct Rung {
  std::size_t key;  // its place among the keys
  Coarsening coarsening;
  keys::KeyColumn coded;
  double kept;
};
using Rungs = std::vector<Rung>;

// Of each key those that make a difference to it.
Rungs rungs_of(const Table& table, const keys::KeyCodes& keys,
               const std::vector<std::string>& settled) {
  Rungs rungs;
  for (std::size_t j = 0; j < keys.key_count(); ++j) {
    const keys::KeyColumn& key = keys.columns[j];
    if (std::ranges::find(settled, key.name) != settled.end()) continue;
    const Column& column = table.columns()[*find_column(table, key.name)];
    const double entropy = entropy_of(key);
    for (const Coarsening& coarsening : ladder_of(column, key.levels)) {
      stop_if_cancelled();
      auto done = coarsened(Table({column}), {{.name = column.name, .coarsening = coarsening}});
      if (!done) continue;
      keys::KeyColumn coded = keys::coded(done->table.columns()[0]);
      if (coded.levels == key.levels || coded.levels < 2) continue;
      const double kept = entropy_of(coded) / entropy;
      rungs.push_back({j, coarsening, std::move(coded), kept});
    }
  }
  return rungs;
}

// How far records are from sharing their keys.
struct Standing {
  std::size_t below = 0;   // records whose keys are true of fewer than k
  std::size_t groups = 0;  // of records that look alike
};

Standing standing_of(const keys::KeyCodes& keys, std::span<const double> weights, std::size_t k) {
  const keys::KeyGroups groups = keys::groups_of(keys, weights);
  const Reals counts = keys::group_sharing(keys, groups);
  Standing standing{0, groups.count()};
  for (std::size_t group = 0; group < counts.size(); ++group) {
    if (counts[group] >= static_cast<double>(k)) continue;
    standing.below += static_cast<std::size_t>(groups.weights[group]);
  }
  return standing;
}

// What a step is worth: first the records that it saves, and where none does, as at the beginning
// of a wide table, the groups that it joins; each for what the column loses.
std::pair<double, double> worth_of(const Standing& before, const Standing& after, double loss) {
  constexpr double least_loss = 1e-3;
  const double price = loss + least_loss;
  const auto fewer = [&](std::size_t a, std::size_t b) {
    return a > b ? static_cast<double>(a - b) / price : 0;
  };
  return {fewer(before.below, after.below), fewer(before.groups, after.groups)};
}

// The rung that each key stands on; null: as it is.
using Footing = std::vector<const Rung*>;

double kept_on(const Rung* rung) { return rung == nullptr ? 1 : rung->kept; }

// Whatever is tried, records that look alike stay alike: one of each group stands for all of it.
class Search {
 public:
  Search(const keys::KeyCodes& keys, Rungs rungs, std::size_t k)
      : groups_(keys::groups_of(keys)),
        keys_(keys::gathered(keys, groups_.first)),
        rungs_(std::move(rungs)),
        k_(k) {
    for (Rung& rung : rungs_) {
      rung.coded = keys::gathered({{std::move(rung.coded)}}, groups_.first).columns.front();
    }
  }

  Standing standing(const Footing& footing) const {
    stop_if_cancelled();
    keys::KeyCodes now = keys_;
    for (const Rung* rung : footing) {
      if (rung == nullptr) continue;
      now.columns[rung->key].codes = rung->coded.codes;
      now.columns[rung->key].levels = rung->coded.levels;
    }
    return standing_of(now, groups_.weights, k_);
  }

  // Step by step what is worth most, until all share their keys or nothing is worth anything.
  Footing climbed() const {
    Footing footing(keys_.key_count(), nullptr);
    Standing now = standing(footing);
    while (now.below > 0) {
      const Rung* best = best_step(footing, now);
      if (best == nullptr) break;
      footing[best->key] = best;
      now = standing(footing);
    }
    return footing;
  }

  // Each key, the one that lost most first, back on the finest rung that saves as many: what was
  // taken early may have become needless by what came later.
  Footing stepped_back(Footing footing) const {
    const std::size_t below = standing(footing).below;
    std::vector<std::size_t> order(footing.size());
    for (std::size_t j = 0; j < order.size(); ++j) order[j] = j;
    std::ranges::stable_sort(order, {}, [&](std::size_t j) { return kept_on(footing[j]); });
    for (const std::size_t key : order) {
      if (footing[key] == nullptr) continue;
      for (const Rung* finer : finer_rungs(key, footing[key])) {
        Footing other = footing;
        other[key] = finer;
        if (standing(other).below > below) continue;
        footing = std::move(other);
        break;
      }
    }
    return footing;
  }

  // The rungs of the footing in the order in which each is worth most, with what is left after it.
  std::vector<std::pair<const Rung*, Standing>> in_order(const Footing& footing) const {
    std::vector<std::pair<const Rung*, Standing>> steps;
    Footing now(footing.size(), nullptr);
    Standing before = standing(now);
    while (true) {
      const Rung* best = nullptr;
      std::pair<double, double> most = {-1, -1};
      for (const Rung* rung : footing) {
        if (rung == nullptr || now[rung->key] != nullptr) continue;
        const auto worth = worth_with(now, *rung, before);
        if (worth > most) best = rung;
        most = std::max(most, worth);
      }
      if (best == nullptr) return steps;
      now[best->key] = best;
      before = standing(now);
      steps.emplace_back(best, before);
    }
  }

 private:
  std::pair<double, double> worth_with(Footing footing, const Rung& rung,
                                       const Standing& before) const {
    const double loss = kept_on(footing[rung.key]) - rung.kept;
    footing[rung.key] = &rung;
    return worth_of(before, standing(footing), loss);
  }

  const Rung* best_step(const Footing& footing, const Standing& now) const {
    const Rung* best = nullptr;
    std::pair<double, double> most = {0, 0};
    for (const Rung& rung : rungs_) {
      if (rung.kept >= kept_on(footing[rung.key])) continue;  // it is there already, or beyond
      const auto worth = worth_with(footing, rung, now);
      if (worth > most) best = &rung;
      most = std::max(most, worth);
    }
    return best;
  }

  // Those of the key that keep more than this one, the finest first; null: the key as it is.
  std::vector<const Rung*> finer_rungs(std::size_t key, const Rung* than) const {
    std::vector<const Rung*> finer = {nullptr};
    for (const Rung& rung : rungs_) {
      if (rung.key == key && rung.kept > than->kept) finer.push_back(&rung);
    }
    std::ranges::stable_sort(finer, std::greater(), kept_on);
    return finer;
  }

  keys::KeyGroups groups_;
  keys::KeyCodes keys_;
  Rungs rungs_;
  std::size_t k_;
};

// What one step further saves nobody: where no more can be saved, the last steps only cost.
Proposal without_idle_end(Proposal proposal) {
  auto& steps = proposal.steps;
  while (!steps.empty()) {
    const std::size_t before = steps.size() == 1 ? proposal.below : steps[steps.size() - 2].below;
    if (steps.back().below < before) break;
    steps.pop_back();
  }
  return proposal;
}

}  // namespace

Result<Proposal> proposed(const Table& table, const std::vector<std::string>& names, std::size_t k,
                          const std::vector<std::string>& settled) {
  const auto keys = keys::codes_of(table, names);
  if (!keys) return keys.error();
  if (table.row_count() < k) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("There are {} records, so that no record can share its keys with {}.",
                             table.row_count(), k)};
  }
  const Search search(*keys, rungs_of(table, *keys, settled), k);
  Proposal proposal{table.row_count(), search.standing(Footing(keys->key_count())).below};
  if (proposal.below == 0) return proposal;
  for (const auto& [rung, standing] : search.in_order(search.stepped_back(search.climbed()))) {
    proposal.steps.push_back(
        {names[rung->key], rung->coarsening, rung->coded.levels, rung->kept, standing.below});
  }
  return without_idle_end(std::move(proposal));
}

}  // namespace overhand::coarsening
