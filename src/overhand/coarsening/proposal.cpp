#include "overhand/coarsening/proposal.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "overhand/coarsening/coarsening.h"
#include "overhand/core/stopping.h"
#include "overhand/keys/class_sizes.h"
#include "overhand/statistics/range.h"
#include "overhand/table/levels.h"

namespace overhand::coarsening {
namespace {

using Ladder = std::vector<Coarsening>;

// 1, 2, 5, 10, 20, ... where they make fewer bands than there are values, and three at least.
Ladder wider_bands(const Column& column, std::size_t values) {
  constexpr double fewest_bands = 3;
  constexpr std::size_t most_rungs = 8;
  const auto [low, high] = statistics::range(reals(column));
  Ladder ladder;
  if (!(low < high)) return ladder;
  for (int power = static_cast<int>(std::floor(std::log10(high - low))); power > -12; --power) {
    for (const double digit : {5.0, 2.0, 1.0}) {
      const double width = digit * std::pow(10.0, power);
      const double bands = (high - low) / width;
      if (bands < fewest_bands) continue;
      if (bands > 0.8 * static_cast<double>(values) || ladder.size() == most_rungs) return ladder;
      ladder.push_back({.step = coarse::Bands{width}});
    }
  }
  return ladder;
}

std::optional<std::size_t> common_length(const Texts& texts) {
  const auto levels = used_levels(texts);
  if (levels.empty()) return std::nullopt;
  const std::size_t length = levels.front().size();
  const bool are_codes = std::ranges::all_of(levels, [&](std::string_view level) {
    return level.size() == length && std::ranges::all_of(level, [](unsigned char c) {
             return std::isdigit(c) != 0 || (c < 0x80 && std::isalpha(c) != 0);
           });
  });
  return are_codes ? std::optional(length) : std::nullopt;
}

Ladder of_levels(const Texts& texts) {
  constexpr std::size_t shortest_code = 3;
  Ladder ladder;
  const auto length = common_length(texts);
  if (length && *length >= shortest_code) {
    for (std::size_t letters = *length - 1; letters > 0; --letters) {
      ladder.push_back({.step = coarse::Prefix{letters}});
    }
  }
  for (const std::size_t fewest : {5, 10, 20, 50}) ladder.push_back({.merge_below = fewest});
  return ladder;
}

Ladder ladder_of(const Column& column, std::size_t values) {
  if (is_quantity(column.type)) return wider_bands(column, values);
  if (const auto* texts = std::get_if<Texts>(&column.values)) return of_levels(*texts);
  if (std::holds_alternative<type::Boolean>(column.type)) return {};
  Ladder ladder;
  for (const Period period : {Period::month, Period::quarter, Period::year}) {
    ladder.push_back({.step = coarse::Calendar{period}});
  }
  return ladder;
}

double entropy_of(const keys::KeyColumn& key) {
  std::vector<double> counts(key.levels);
  double all = 0;
  for (const Code code : key.codes) {
    if (is_missing(code)) continue;
    ++counts[static_cast<std::size_t>(code)];
    ++all;
  }
  double entropy = 0;
  for (const double count : counts) entropy -= count / all * std::log(count / all);
  return entropy;
}

// A rung of a column's ladder, with the column as it is then.
struct Rung {
  std::size_t key;  // its place among the keys
  Coarsening coarsening;
  keys::KeyColumn coded;
  double kept;
};

std::vector<Rung> rungs_of(const Table& table, const keys::KeyCodes& keys) {
  std::vector<Rung> rungs;
  for (std::size_t j = 0; j < keys.key_count(); ++j) {
    const keys::KeyColumn& key = keys.columns[j];
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
  std::size_t below = 0;   // records that share them with fewer than k
  std::size_t groups = 0;  // of records that look alike
};

Standing standing_of(const keys::KeyCodes& keys, std::size_t k) {
  const keys::KeyGroups groups = keys::groups_of(keys);
  const auto sizes = group_class_sizes(keys, groups).records;
  Standing standing{0, groups.count()};
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    if (sizes[group] < k) standing.below += groups.counts[group];
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

// The keys with the rung in place of its column.
keys::KeyCodes with_rung(keys::KeyCodes keys, const Rung& rung) {
  keys.columns[rung.key].codes = rung.coded.codes;
  keys.columns[rung.key].levels = rung.coded.levels;
  return keys;
}

// Without the last steps, where they save nobody.
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

Result<Proposal> proposed(const Table& table, const std::vector<std::string>& names,
                          std::size_t k) {
  auto keys = keys::codes_of(table, names);
  if (!keys) return keys.error();
  const auto rungs = rungs_of(table, *keys);
  std::vector<double> kept(keys->key_count(), 1);
  Standing now = standing_of(*keys, k);
  Proposal proposal{table.row_count(), now.below};
  while (now.below > 0) {
    const Rung* best = nullptr;
    std::pair<double, double> most = {0, 0};
    for (const Rung& rung : rungs) {
      stop_if_cancelled();
      if (rung.kept >= kept[rung.key]) continue;  // it is there already, or beyond
      const auto worth =
          worth_of(now, standing_of(with_rung(*keys, rung), k), kept[rung.key] - rung.kept);
      if (worth > most) best = &rung;
      most = std::max(most, worth);
    }
    if (best == nullptr) break;
    keys = with_rung(*std::move(keys), *best);
    kept[best->key] = best->kept;
    now = standing_of(*keys, k);
    proposal.steps.push_back(
        {names[best->key], best->coarsening, best->coded.levels, best->kept, now.below});
  }
  return without_idle_end(std::move(proposal));
}

}  // namespace overhand::coarsening
