#include "overhand/coarsening/key_loss.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "overhand/coarsening/key_entropy_internal.h"
#include "overhand/core/parallel.h"
#include "overhand/statistics/mixed_association.h"

namespace overhand::coarsening {
namespace {

using keys::KeyCodes;
using keys::KeyColumn;

std::size_t place_of(Code code) { return static_cast<std::size_t>(std::int64_t{code} + 1); }

// Counts by code + 1: the first is that of gaps.
Reals counts_of(const KeyColumn& key) {
  Reals counts(key.levels + 1);
  for (const Code code : key.codes) ++counts[place_of(code)];
  return counts;
}

std::size_t levels_there(const KeyColumn& key) {
  const Reals counts = counts_of(key);
  return static_cast<std::size_t>(
      std::ranges::count_if(counts.begin() + 1, counts.end(), [](double n) { return n > 0; }));
}

// Each coarse level spread over those of the original that its records had.
Reals spread_counts(const KeyColumn& original, const KeyColumn& prepared,
                    std::span<const Row> rows) {
  std::vector<std::set<Code>> stands_for(prepared.levels);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Code code = prepared.codes[i];
    const Code before = original.codes[rows[i]];
    if (!is_missing(code) && !is_missing(before)) {
      stands_for[static_cast<std::size_t>(code)].insert(before);
    }
  }
  const Reals counts = counts_of(prepared);
  Reals spread(original.levels + 1);
  spread[0] = counts[0];
  for (std::size_t level = 0; level < stands_for.size(); ++level) {
    for (const Code code : stands_for[level]) {
      spread[place_of(code)] += counts[level + 1] / static_cast<double>(stands_for[level].size());
    }
  }
  return spread;
}

double total_variation(const KeyColumn& original, const KeyColumn& prepared,
                       std::span<const Row> rows) {
  const Reals before = counts_of(original);
  const Reals after = spread_counts(original, prepared, rows);
  const auto records = static_cast<double>(original.codes.size());
  const auto left = std::max(1.0, static_cast<double>(rows.size()));
  double sum = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    sum += std::abs(before[i] / records - after[i] / left);
  }
  return sum / 2;
}

// The codes of two keys in the records that have both.
std::pair<statistics::Category, statistics::Category> complete(const KeyColumn& a,
                                                               const KeyColumn& b) {
  std::pair<statistics::Category, statistics::Category> both;
  both.first.levels.resize(a.levels);
  both.second.levels.resize(b.levels);
  for (std::size_t i = 0; i < a.codes.size(); ++i) {
    if (is_missing(a.codes[i]) || is_missing(b.codes[i])) continue;
    both.first.codes.push_back(a.codes[i] + 1);
    both.second.codes.push_back(b.codes[i] + 1);
  }
  return both;
}

statistics::Order rows_by_level(const statistics::Category& category) {
  statistics::Order order(category.codes.size());
  std::iota(order.begin(), order.end(), Row{0});
  std::ranges::stable_sort(order, {}, [&](Row row) { return category.codes[row]; });
  return order;
}

std::size_t codes_there(const statistics::Category& category) {
  std::vector<bool> is_there(category.code_count(), false);
  for (const Code code : category.codes) is_there[static_cast<std::size_t>(code)] = true;
  return static_cast<std::size_t>(std::ranges::count(is_there, true));
}

double corrected_v(const KeyColumn& a, const KeyColumn& b) {
  const auto [first, second] = complete(a, b);
  const auto n = static_cast<double>(first.codes.size());
  const auto r = static_cast<double>(codes_there(first));
  const auto c = static_cast<double>(codes_there(second));
  if (n < 2 || r < 2 || c < 2) return 0;
  const double v = statistics::cramers_v(first, rows_by_level(first), second);
  const double by_chance = (r - 1) * (c - 1) / (n - 1);
  const double square = std::max(0.0, v * v * (std::min(r, c) - 1) - by_chance);
  const auto corrected = [n](double levels) {
    return levels - (levels - 1) * (levels - 1) / (n - 1);
  };
  const double most = std::min(corrected(r), corrected(c)) - 1;
  return most <= 0 ? 0 : std::min(1.0, std::sqrt(square / most));
}

double mean_change_of_associations(const KeyCodes& original, const KeyCodes& prepared) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t b = 1; b < original.key_count(); ++b) {
    for (std::size_t a = 0; a < b; ++a) pairs.emplace_back(a, b);
  }
  if (pairs.empty()) return 0;
  Reals changes(pairs.size());
  parallel_for_each_index(pairs.size(), [&](std::size_t i) {
    const auto [a, b] = pairs[i];
    changes[i] = std::abs(corrected_v(original.columns[a], original.columns[b]) -
                          corrected_v(prepared.columns[a], prepared.columns[b]));
  });
  return std::accumulate(changes.begin(), changes.end(), 0.0) / static_cast<double>(changes.size());
}

std::size_t gaps_in(const KeyCodes& keys, std::span<const Row> rows) {
  std::size_t gaps = 0;
  for (const KeyColumn& key : keys.columns) {
    gaps += static_cast<std::size_t>(
        std::ranges::count_if(rows, [&](Row row) { return is_missing(key.codes[row]); }));
  }
  return gaps;
}

// Those of records that are left out, and gaps that were none before.
double share_of_cells(const KeyCodes& original, const KeyCodes& prepared,
                      std::span<const Row> rows) {
  const std::size_t keys = original.key_count();
  const auto without = [](std::size_t a, std::size_t b) { return a > b ? a - b : 0; };
  const std::size_t left_out = without(original.row_count(), rows.size()) * keys;
  const std::size_t gaps = gaps_in(prepared, same_rows(prepared.row_count()));
  const std::size_t emptied = without(gaps, gaps_in(original, rows));
  return static_cast<double>(left_out + emptied) /
         static_cast<double>(std::max<std::size_t>(1, original.row_count() * keys));
}

}  // namespace

KeyLoss key_loss(const KeyCodes& original, const KeyCodes& prepared, std::span<const Row> rows) {
  KeyLoss loss;
  const auto keys = static_cast<double>(original.key_count());
  for (std::size_t j = 0; j < original.key_count(); ++j) {
    const KeyColumn& before = original.columns[j];
    const KeyColumn& after = prepared.columns[j];
    loss.levels_before += levels_there(before);
    loss.levels_after += levels_there(after);
    const double entropy = entropy_of(before);
    if (entropy > 0) loss.told += std::max(0.0, 1 - entropy_of(after) / entropy) / keys;
    loss.total_variation += total_variation(before, after, rows) / keys;
  }
  loss.cells = share_of_cells(original, prepared, rows);
  loss.associations = mean_change_of_associations(original, prepared);
  return loss;
}

}  // namespace overhand::coarsening
