#include "overhand/coarsening/key_ways.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/coarsening/coarsening.h"
#include "overhand/core/stopping.h"
#include "overhand/keys/suppression.h"
#include "overhand/table/column_words.h"

namespace overhand::coarsening {
namespace {

using keys::KeyCodes;

// The keys with these cells missing, and how many they are.
std::pair<KeyCodes, std::size_t> emptied(KeyCodes keys, const std::vector<std::uint32_t>& gaps) {
  std::size_t cells = 0;
  for (std::size_t j = 0; j < keys.key_count(); ++j) {
    for (std::size_t row = 0; row < gaps.size(); ++row) {
      if ((gaps[row] >> j & 1U) == 0) continue;
      keys.columns[j].codes[row] = missing_code;
      ++cells;
    }
  }
  return {std::move(keys), cells};
}

class Ways {
 public:
  Ways(const Table& table, const Structure& structure, KeyCodes original)
      : table_(table), structure_(structure), original_(std::move(original)) {}

  // The steps, then cells.
  Result<KeyWay> with_cells(std::vector<ProposedStep> steps) const {
    stop_if_cancelled();
    KeyWay way{.steps = std::move(steps)};
    auto coarse = coarsened(table_, plans_of(way));
    if (!coarse) return coarse.error();
    const auto names = keys::keys_in(table_, structure_);
    auto codes = keys::codes_of(coarse->table, names);
    if (!codes) return codes.error();
    const auto found =
        keys::suppression(*codes, {.k = structure_.k,
                                   .importance = keys::importance_of(names, structure_.importance),
                                   .alike = structure_.alike});
    if (!found) return found.error();
    const auto [left, cells] = emptied(*std::move(codes), found->gaps);
    way.cells = cells;
    way.loss = key_loss(original_, left, same_rows(table_.row_count()));
    return way;
  }

  // None where nobody would stay.
  std::optional<KeyWay> with_records() const {
    stop_if_cancelled();
    const auto rows = keys::rows_that_share(original_, structure_.k);
    if (rows.empty()) return std::nullopt;
    KeyWay way{.leaves_out = true, .records = table_.row_count() - rows.size()};
    way.loss = key_loss(original_, keys::gathered(original_, rows), rows);
    return way;
  }

 private:
  const Table& table_;
  const Structure& structure_;
  KeyCodes original_;
};

}  // namespace

std::string words_of_way(const KeyWay& way) {
  if (way.leaves_out) return "records left out";
  std::vector<std::string> parts;
  for (const ProposedStep& step : way.steps) {
    parts.push_back(fmt::format("{}: {}", told(step.column), words_for(step.coarsening)));
  }
  if (parts.empty()) return "cells suppressed";
  return fmt::format("{}{}", fmt::join(parts, "; "),
                     way.cells > 0 ? "; then cells suppressed" : "");
}

std::vector<ColumnPlan> plans_of(const KeyWay& way) {
  std::vector<ColumnPlan> plans;
  for (const ProposedStep& step : way.steps) {
    plans.push_back({.name = step.column, .coarsening = step.coarsening});
  }
  return plans;
}

Result<KeyWays> key_ways(const Table& table, const Structure& structure,
                         const std::vector<std::string>& settled) {
  if (auto problem = keys::problem_with_keys(table, structure)) return *std::move(problem);
  KeyWays all{.k = structure.k, .keys = keys::keys_in(table, structure)};
  auto proposal = proposed(table, all.keys, structure.k, settled);
  if (!proposal) return proposal.error();
  all.below = proposal->below;
  if (all.below == 0) return all;
  const Ways ways(table, structure, *keys::codes_of(table, all.keys));
  for (std::size_t count = 0; count <= proposal->steps.size(); ++count) {
    const auto begin = proposal->steps.begin();
    auto way = ways.with_cells({begin, begin + static_cast<std::ptrdiff_t>(count)});
    if (!way) return way.error();
    all.ways.push_back(*std::move(way));
  }
  if (auto way = ways.with_records()) all.ways.push_back(*std::move(way));
  const auto least =
      std::ranges::min_element(all.ways, {}, [](const KeyWay& way) { return way.loss.overall(); });
  all.taken = static_cast<std::size_t>(least - all.ways.begin());
  return all;
}

}  // namespace overhand::coarsening
