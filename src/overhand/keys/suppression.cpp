#include "overhand/keys/suppression.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overhand/core/parallel.h"
#include "overhand/keys/agreement_internal.h"
#include "overhand/keys/alike_internal.h"
#include "overhand/keys/class_sizes.h"
#include "overhand/keys/fits_internal.h"
#include "overhand/keys/restoring_internal.h"

namespace overhand::keys {
namespace {

constexpr KeySet no_keys = 0;

// All sets of keys but none, the cheapest first.
std::vector<KeySet> sets_by_cost(const KeyCodes& keys, const Reals& importance) {
  struct Priced {
    KeySet set;
    double cost = 0;
    double levels = 0;
  };
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
  std::vector<KeySet> sets;
  for (const Priced& priced : all) sets.push_back(priced.set);
  return sets;
}

GroupNumbers all_groups(const KeyGroups& groups) {
  GroupNumbers numbers(groups.count());
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

// The keys to suppress in each group: the first set that leaves enough.
template <std::size_t Size>
std::vector<Piece> with_fewest_cells(const Agreement<Size>& agreement, const GroupNumbers& below,
                                     const std::vector<KeySet>& sets, std::size_t k) {
  constexpr std::size_t batch = 16;  // sets that are tried at once, whatever the number of threads
  std::vector<KeySet> chosen(agreement.group_count(), 0);
  GroupNumbers left = below;
  for (std::size_t first = 0; first < sets.size() && !left.empty(); first += batch) {
    const std::size_t count = std::min(batch, sets.size() - first);
    std::vector<GroupNumbers> enough(count);
    parallel_for_each_index(
        count, [&](std::size_t i) { enough[i] = agreement.enough(left, sets[first + i], k); });
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::uint32_t group : enough[i]) {
        if (chosen[group] == 0) chosen[group] = sets[first + i];
      }
    }
    std::erase_if(left, [&](std::uint32_t group) { return chosen[group] != 0; });
  }
  const double pairs = static_cast<double>(below.size()) * static_cast<double>(chosen.size());
  if (pairs <= most_pairs) Restoring<Size>(agreement, chosen, k).restore(below);
  std::vector<Piece> pieces;
  for (std::uint32_t group = 0; group < chosen.size(); ++group) {
    pieces.push_back({group, chosen[group], agreement.weight(group)});
  }
  return pieces;
}

// The groups below k, and all records in pieces.
struct Choice {
  GroupNumbers below;
  std::vector<Piece> pieces;
};

template <std::size_t Size>
Choice choice_of(const KeyCodes& keys, const KeyGroups& groups, const SuppressionOptions& options) {
  const Agreement<Size> agreement(keys, groups);
  const GroupNumbers all = all_groups(groups);
  Choice choice;
  std::ranges::set_difference(all, agreement.enough(all, no_keys, options.k),
                              std::back_inserter(choice.below));
  const auto sets = sets_by_cost(keys, options.importance);
  choice.pieces = options.alike
                      ? Alike<Size>(agreement, static_cast<double>(options.k)).joined(sets)
                      : with_fewest_cells(agreement, choice.below, sets, options.k);
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

// Of each record what is emptied. The records of a group that count are dealt to its pieces; those
// that do not go with the first.
std::vector<KeySet> gaps_of_records(std::vector<Piece> pieces, const KeyGroups& groups,
                                    const Reals& weights) {
  std::ranges::stable_sort(pieces, {}, &Piece::group);
  std::vector<std::size_t> first(groups.count() + 1);
  for (const Piece& piece : pieces) ++first[piece.group + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  std::vector<KeySet> gaps(groups.group.size());
  for (std::size_t row = 0; row < gaps.size(); ++row) {
    const std::uint32_t group = groups.group[row];
    if (!weights.empty() && weights[row] == 0) {
      gaps[row] = pieces[first[group]].emptied;
      continue;
    }
    while (next[group] + 1 < first[group + 1] && pieces[next[group]].weight < 1) ++next[group];
    gaps[row] = pieces[next[group]].emptied;
    pieces[next[group]].weight -= 1;
  }
  return gaps;
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
  Choice choice = with_words(layout_of(keys).words,
                             [&](auto words) { return choice_of<words()>(keys, groups, options); });
  Suppression result{gaps_of_records(std::move(choice.pieces), groups, options.weights)};
  for (const std::uint32_t group : choice.below) result.below += groups.counts[group];
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
  const GroupNumbers all = all_groups(groups);
  const Reals fits = with_words(layout_of(before).words, [&](auto words) {
    return fits_of(Agreement<words()>(before, groups), all, pieces);
  });
  std::size_t below = 0;
  for (const std::uint32_t group : all) {
    if (fits[group] < static_cast<double>(k)) below += groups.counts[group];
  }
  return below;
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
