#include "overhand/keys/suppression.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overhand/core/parallel.h"
#include "overhand/keys/agreement_internal.h"
#include "overhand/keys/class_sizes.h"
#include "overhand/keys/fitting_internal.h"
#include "overhand/keys/restoring_internal.h"

namespace overhand::keys {
namespace {

constexpr KeySet no_keys = 0;

// All sets of keys but none, the cheapest first.
struct Priced {
  KeySet set;
  double cost = 0;
  double levels = 0;
};

std::vector<Priced> sets_by_cost(const KeyCodes& keys, const Reals& importance) {
  std::vector<Priced> all;
  for (KeySet set = 1; set < KeySet{1} << keys.key_count(); ++set) {
    Priced priced{set};
    for (std::size_t j = 0; j < keys.key_count(); ++j) {
      if ((set >> j & 1U) == 0) continue;
      priced.cost += importance.empty() ? 1 : importance[j];
      priced.levels += static_cast<double>(keys.columns[j].levels);
    }
    all.push_back(priced);
  }
  std::ranges::stable_sort(
      all, {}, [](const Priced& priced) { return std::pair(priced.cost, -priced.levels); });
  return all;
}

std::vector<std::vector<KeySet>> sets_of_one_cost(const std::vector<Priced>& sets) {
  std::vector<std::vector<KeySet>> together;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (i == 0 || sets[i].cost > sets[i - 1].cost) together.emplace_back();
    together.back().push_back(sets[i].set);
  }
  return together;
}

GroupNumbers all_groups(const KeyGroups& groups) {
  GroupNumbers numbers(groups.count());
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

// The groups below k, and the keys to suppress in each group; and single records of some groups
// that lose more, so that others fit them.
struct Choice {
  GroupNumbers below;
  std::vector<KeySet> sets;
  std::vector<Piece> donors = {};
};

// Of groups that are k by themselves nobody fits fewer.
template <std::size_t Size>
std::vector<Piece> donors_for(const Agreement<Size>& agreement, const std::vector<KeySet>& sets,
                              const std::vector<Priced>& by_cost, double k) {
  std::vector<Piece> pieces;
  GroupNumbers asked;
  for (std::uint32_t group = 0; group < sets.size(); ++group) {
    pieces.push_back({group, sets[group], agreement.weight(group)});
    if (agreement.weight(group) < k) asked.push_back(group);
  }
  Fitting<Size> fitting(agreement, k);
  auto more =
      fitting.emptied_more(fitting.fitting_fewer(asked, pieces), pieces, sets_of_one_cost(by_cost));
  std::erase_if(more, [&](const Piece& piece) { return piece.emptied == sets[piece.group]; });
  return more;
}

// The first set that leaves enough, for each of the groups.

template <std::size_t Size>
Choice chosen_sets(const KeyCodes& keys, const KeyGroups& groups,
                   const SuppressionOptions& options) {
  constexpr std::size_t batch = 16;  // sets that are tried at once, whatever the number of threads
  const Agreement<Size> agreement(keys, groups);
  Choice choice{{}, std::vector<KeySet>(groups.count(), 0)};
  std::ranges::set_difference(all_groups(groups),
                              agreement.enough(all_groups(groups), no_keys, options.k),
                              std::back_inserter(choice.below));
  const auto sets = sets_by_cost(keys, options.importance);
  GroupNumbers left = choice.below;
  for (std::size_t first = 0; first < sets.size() && !left.empty(); first += batch) {
    const std::size_t count = std::min(batch, sets.size() - first);
    std::vector<GroupNumbers> enough(count);
    parallel_for_each_index(count, [&](std::size_t i) {
      enough[i] = agreement.enough(left, sets[first + i].set, options.k);
    });
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::uint32_t group : enough[i]) {
        if (choice.sets[group] == 0) choice.sets[group] = sets[first + i].set;
      }
    }
    std::erase_if(left, [&](std::uint32_t group) { return choice.sets[group] != 0; });
  }
  const double pairs =
      static_cast<double>(choice.below.size()) * static_cast<double>(groups.count());
  if (pairs <= most_pairs) {
    Restoring<Size>(agreement, choice.sets, options.k).restore(choice.below);
  }
  if (options.fit_persons) {
    choice.donors = donors_for<Size>(agreement, choice.sets, sets, static_cast<double>(options.k));
  }
  return choice;
}

// Fewer than k sources, of which some are there more than once.
std::optional<Error> problem_with_sources(const KeyGroups& groups, std::size_t records,
                                          std::size_t k) {
  const double sources = std::accumulate(groups.weights.begin(), groups.weights.end(), 0.0);
  if (sources >= static_cast<double>(k)) return std::nullopt;
  return Error{ErrorKind::invalid_data,
               fmt::format("There are {} records of {} sources, so that no record can share its "
                           "keys with {}.",
                           records, sources, k)};
}

// The first records of each donor's group that count.
void empty_donors(const std::vector<Piece>& donors, const KeyGroups& groups, const Reals& weights,
                  std::vector<KeySet>& gaps) {
  std::map<std::uint32_t, std::vector<KeySet>> of_groups;
  for (const Piece& donor : donors) of_groups[donor.group].push_back(donor.emptied);
  for (std::size_t row = 0; row < gaps.size() && !of_groups.empty(); ++row) {
    const auto found = of_groups.find(groups.group[row]);
    if (found == of_groups.end() || (!weights.empty() && weights[row] == 0)) continue;
    gaps[row] = found->second.back();
    found->second.pop_back();
    if (found->second.empty()) of_groups.erase(found);
  }
}

}  // namespace

Reals one_for_each_source(std::span<const Row> sources) {
  const std::size_t rows = sources.empty() ? 0 : std::ranges::max(sources) + std::size_t{1};
  std::vector<bool> is_seen(rows, false);
  Reals weights(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    weights[i] = is_seen[sources[i]] ? 0 : 1;
    is_seen[sources[i]] = true;
  }
  return weights;
}

Reals group_sharing(const KeyCodes& keys, const KeyGroups& groups) {
  return with_words(layout_of(keys).words, [&](auto words) {
    return Agreement<words()>(keys, groups).counts(all_groups(groups), no_keys);
  });
}

std::vector<Row> sharing(const KeyCodes& keys, std::span<const double> weights) {
  const KeyGroups groups = groups_of(keys, weights);
  const Reals counts = group_sharing(keys, groups);
  std::vector<Row> of_records(keys.row_count());
  std::ranges::transform(groups.group, of_records.begin(),
                         [&](std::uint32_t group) { return static_cast<Row>(counts[group]); });
  return of_records;
}

std::optional<Error> problem_with_suppression(const KeyCodes& keys, std::size_t k) {
  if (keys.key_count() > most_suppressed_keys) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("Cells of {} keys cannot be suppressed together; name at most {}.",
                             keys.key_count(), most_suppressed_keys)};
  }
  if (keys.row_count() >= k) return std::nullopt;
  return Error{ErrorKind::invalid_data,
               fmt::format("There are {} records, so that no record can share its keys with {}.",
                           keys.row_count(), k)};
}

// Who asks stands beside who answers: the first with all gaps open and no weight, the others with
// the gaps that they always had as a value of their own.
std::vector<Row> sharing_where_emptied(const KeyCodes& before, const KeyCodes& after,
                                       std::span<const double> weights) {
  const std::size_t records = after.row_count();
  KeyCodes both = after;
  for (std::size_t j = 0; j < both.key_count(); ++j) {
    KeyColumn& key = both.columns[j];
    const auto always_missing = static_cast<Code>(key.levels++);
    for (std::size_t i = 0; i < records; ++i) {
      const bool was_missing = is_missing(before.columns[j].codes[i]);
      key.codes.push_back(was_missing ? always_missing : after.columns[j].codes[i]);
    }
  }
  Reals all(records, 0);
  all.insert(all.end(), weights.begin(), weights.end());
  const Reals found = class_sizes(both, all).weights;
  std::vector<Row> counts(records);
  std::transform(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(records),
                 counts.begin(), [](double count) { return static_cast<Row>(count); });
  return counts;
}

Result<Suppression> suppression(const KeyCodes& keys, const SuppressionOptions& options) {
  if (auto problem = problem_with_suppression(keys, options.k)) return *std::move(problem);
  const KeyGroups groups = groups_of(keys, options.weights);
  if (auto problem = problem_with_sources(groups, keys.row_count(), options.k)) {
    return *std::move(problem);
  }
  const Choice choice = with_words(layout_of(keys).words, [&](auto words) {
    return chosen_sets<words()>(keys, groups, options);
  });
  Suppression result{std::vector<KeySet>(keys.row_count(), 0)};
  for (const std::uint32_t group : choice.below) result.below += groups.counts[group];
  std::ranges::transform(groups.group, result.gaps.begin(),
                         [&](std::uint32_t group) { return choice.sets[group]; });
  empty_donors(choice.donors, groups, options.weights, result.gaps);
  return result;
}

std::size_t fits_below(const KeyCodes& before, std::span<const std::uint32_t> emptied,
                       std::size_t k, std::span<const double> weights) {
  const KeyGroups groups = groups_of(before, weights);
  std::map<std::pair<std::uint32_t, KeySet>, double> counted;
  for (std::size_t row = 0; row < emptied.size(); ++row) {
    counted[{groups.group[row], emptied[row]}] += weights.empty() ? 1 : weights[row];
  }
  std::vector<Piece> pieces;
  for (const auto& [piece, weight] : counted) pieces.push_back({piece.first, piece.second, weight});
  const GroupNumbers below = with_words(layout_of(before).words, [&](auto words) {
    const Agreement<words()> agreement(before, groups);
    return Fitting<words()>(agreement, static_cast<double>(k))
        .fitting_fewer(all_groups(groups), pieces)
        .groups;
  });
  std::size_t records = 0;
  for (const std::uint32_t group : below) records += groups.counts[group];
  return records;
}

std::vector<Row> rows_that_share(const KeyCodes& keys, std::size_t k) {
  std::vector<Row> rows = same_rows(keys.row_count());
  while (!rows.empty()) {
    const auto counts = sharing(gathered(keys, rows));
    std::vector<Row> staying;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (counts[i] >= k) staying.push_back(rows[i]);
    }
    if (staying.size() == rows.size()) break;
    rows = std::move(staying);  // who goes may have shared the keys of who stays
  }
  return rows;
}

}  // namespace overhand::keys
