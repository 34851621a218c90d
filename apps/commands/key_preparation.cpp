#include "commands/key_preparation.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands/structure.h"
#include "overhand/core/stopping.h"
#include "overhand/report/loss_words.h"

namespace overhand::commands {
namespace {

std::vector<std::string> columns_settled_by(const ColumnChoice& choice) {
  std::vector<std::string> settled;
  for (const ColumnPlan& plan : choice.plans) {
    if (is_said(plan.coarsening)) settled.push_back(plan.name);
  }
  return settled;
}

std::vector<std::string> kept_keys(const Table& before, const Table& masked,
                                   const Structure& structure) {
  auto names = keys::keys_in(masked, structure);
  std::erase_if(names, [&](const std::string& name) {
    const auto place = find_column(masked, name);
    return !place || masked.columns()[*place].role != Role::keep || !find_column(before, name);
  });
  return names;
}

report::Json json_of(const coarsening::KeyWay& way) {
  report::Json steps = report::Json::array();
  for (const auto& step : way.steps) {
    steps.push_back({{"column", step.column},
                     {"how", words_for(step.coarsening)},
                     {"values", step.values},
                     {"kept", step.kept}});
  }
  return {{"how", words_of_way(way)},
          {"steps", steps},
          {"cells", way.cells},
          {"records", way.records},
          {"loss", commands::json_of(way.loss)}};
}

}  // namespace

Status prepare_keys(PreparedTable& read, const ColumnChoice& choice, const Progress& progress) {
  if (choice.structure.k == 0) return Done{};
  auto ways = stoppable(progress, [&] {
    return coarsening::key_ways(read.table, choice.structure, columns_settled_by(choice));
  });
  if (!ways) return ways.error();
  if (ways->ways.empty()) return Done{};
  const coarsening::KeyWay& taken = ways->ways[ways->taken];
  read.key_ways = *ways;
  if (taken.leaves_out) return drop_records_below(read, choice.structure, choice.structure.k);
  auto changed = coarsening::coarsened(std::move(read.table), plans_of(taken));
  if (!changed) return changed.error();
  read.table = std::move(changed->table);
  std::ranges::move(changed->changes, std::back_inserter(read.coarsened));
  return Done{};
}

std::optional<coarsening::KeyLoss> key_loss_of(const PreparedTable& read,
                                               const masking::Masked& masked,
                                               const Structure& structure) {
  const bool is_touched = !read.coarsened.empty() || structure.k > 0;
  if (!is_touched || !masked.lineage) return std::nullopt;
  const auto names = kept_keys(read.before, masked.table, structure);
  const auto before = keys::codes_of(read.before, names);
  const auto after = keys::codes_of(masked.table, names);
  if (!before || !after) return std::nullopt;
  const Lineage rows = rows_in_file(*masked.lineage, read.rows);
  const bool are_there =
      std::ranges::all_of(rows, [&](Row row) { return row < read.before.row_count(); });
  if (!are_there) return std::nullopt;  // a lineage of another table
  return coarsening::key_loss(*before, *after, rows);
}

std::vector<report::Detail> details_of(const coarsening::KeyWays& ways) {
  std::vector<report::Detail> details;
  for (std::size_t i = 0; i < ways.ways.size(); ++i) {
    const coarsening::KeyWay& way = ways.ways[i];
    details.push_back({i == ways.taken ? "keys, taken" : "keys, tried",
                       fmt::format("{}: loss {:.3f}; {}", words_of_way(way), way.loss.overall(),
                                   report::key_loss_words(way.loss))});
  }
  return details;
}

report::Json json_of(const coarsening::KeyLoss& loss) {
  return {{"levels_before", loss.levels_before},
          {"levels_after", loss.levels_after},
          {"told", loss.told},
          {"cells", loss.cells},
          {"total_variation", loss.total_variation},
          {"associations", loss.associations},
          {"overall", loss.overall()}};
}

report::Json json_of(const coarsening::KeyWays& ways) {
  report::Json all = report::Json::array();
  for (const coarsening::KeyWay& way : ways.ways) all.push_back(json_of(way));
  return {{"k", ways.k},
          {"keys", ways.keys},
          {"below", ways.below},
          {"taken", ways.taken},
          {"ways", all}};
}

}  // namespace overhand::commands
