#include "keys_action.h"

#include <algorithm>

#include "coarsening_json.h"
#include "columns.h"
#include "error_words.h"
#include "overhand/coarsening/proposal.h"
#include "overhand/core/stopping.h"
#include "overhand/io/read_table.h"
#include "overhand/keys/measures.h"
#include "overhand/keys/suppression.h"
#include "overhand/random/sample.h"
#include "overhand/report/keys_json.h"
#include "overhand/table/column_list.h"

namespace overhand::web {
namespace {

constexpr std::size_t smallest_k = 2;
constexpr std::size_t largest_k = 20;
constexpr std::size_t most_counted = 50'000;  // somebody is waiting

// What is to be looked at of the open table.
struct KeyLook {
  std::vector<std::string> keys;
  Structure structure;
  std::string sensitive;
  ColumnChoice choice;  // with these columns alone
};

std::vector<std::string> keys_of(const std::vector<ColumnPlan>& plans, const Structure& structure) {
  if (!structure.keys.empty()) return structure.keys;
  std::vector<std::string> keys;
  for (const ColumnPlan& plan : plans) {
    const bool is_other = plan.name == structure.weight || plan.name == structure.unit;
    if (plan.role == Treatment::keep && !is_other) keys.push_back(plan.name);
  }
  return keys;
}

Result<KeyLook> look_of(const JobRequest& request) {
  const auto planned = planned_columns(request.body, request.table);
  if (!planned) return planned.error();
  const Json sensitive = request.body.value("sensitive", Json(""));
  if (!sensitive.is_string()) return malformed("sensitive");
  KeyLook look{keys_of(planned->plans, planned->structure),
               planned->structure,
               sensitive.get<std::string>(),
               {.plans = planned->plans, .keep_identifiers = true}};
  for (const std::string& key : look.keys) look.choice.mask.push_back(name_list({key}));
  for (const std::string& name : {look.structure.weight, look.sensitive}) {
    const bool is_named = std::ranges::find(look.keys, name) != look.keys.end();
    if (!name.empty() && !is_named) look.choice.mask.push_back(name_list({name}));
  }
  return look;
}

Result<Table> table_of(const JobRequest& request, const KeyLook& look, const Progress& progress) {
  auto read = io::read_to_look(request.table.path, look.choice, request.table.reading, progress);
  if (!read) return read.error();
  auto prepared = commands::prepared(*std::move(read), look.choice);
  if (!prepared) return in_file(request.table.path, prepared.error());
  return std::move(prepared->table);
}

// At most so many records, the same ones each time, so that one count can be held against another.
Table counted_in(const Table& table) {
  if (table.row_count() <= most_counted) return table;
  return gather(table, random::sample(random::key_from_seed(0), {random::Purpose::trial_sample},
                                      table.row_count(), most_counted));
}

Json cells_json(const keys::KeyCodes& codes, const keys::Suppression& found) {
  Json cells = Json::array();
  for (std::size_t j = 0; j < codes.key_count(); ++j) {
    const auto count = std::ranges::count_if(
        found.gaps, [&](std::uint32_t gaps) { return (gaps >> j & 1U) != 0; });
    cells.push_back({{"column", codes.columns[j].name}, {"cells", count}});
  }
  return cells;
}

// Of each k that the table has records for, with the reason where cells cannot be emptied.
Result<Json> costs_of(const Table& table, const keys::KeyMeasures& measures, const KeyLook& look,
                      const Progress& progress) {
  const Table counted = counted_in(table);
  const auto codes = keys::codes_of(counted, look.keys);
  if (!codes) return codes.error();
  Json costs = Json::array();
  Json problem = nullptr;
  Stage stage(progress, "what each k costs", largest_k - smallest_k + 1);
  for (std::size_t k = smallest_k; k <= std::min(largest_k, counted.row_count()); ++k) {
    stop_if_cancelled();
    const auto found = keys::suppression(*codes, {.k = k});
    if (!found) {
      problem = found.error().message;
      break;
    }
    const std::size_t left = counted.row_count() - keys::rows_that_share(*codes, k).size();
    costs.push_back({{"k", k},
                     {"below", records_below(measures.sizes, static_cast<Row>(k))},
                     {"cells", cells_json(*codes, *found)},
                     {"records", left}});
    stage.finish_part();
  }
  return Json{{"costs", costs}, {"counted", counted.row_count()}, {"problem", problem}};
}

// Of each column the last step, which stands in place of those before.
Json steps_json(const coarsening::Proposal& proposal) {
  Json steps = Json::array();
  for (std::size_t i = 0; i < proposal.steps.size(); ++i) {
    const coarsening::ProposedStep& step = proposal.steps[i];
    const auto later =
        std::ranges::find(proposal.steps.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                          proposal.steps.end(), step.column, &coarsening::ProposedStep::column);
    if (later != proposal.steps.end()) continue;
    steps.push_back({{"column", step.column},
                     {"coarsening", coarsening_json(step.coarsening)},
                     {"words", words_for(step.coarsening)},
                     {"values", step.values},
                     {"kept", step.kept}});
  }
  return steps;
}

}  // namespace

Result<Json> keys_action(const JobRequest& request, const Progress& progress) {
  const auto look = look_of(request);
  if (!look) return look.error();
  const auto table = table_of(request, *look, progress);
  if (!table) return table.error();
  const auto measures =
      keys::measure_keys(*table, {look->keys, look->structure.weight, look->sensitive}, progress);
  if (!measures) return in_file(request.table.path, measures.error());
  auto outcome = stoppable(
      progress, [&]() -> Result<Json> { return costs_of(*table, *measures, *look, progress); });
  if (outcome) (*outcome)["facts"] = report::keys_json(*measures);
  return outcome;
}

Result<Json> coarsen_action(const JobRequest& request, const Progress& progress) {
  auto look = look_of(request);
  if (!look) return look.error();
  for (ColumnPlan& plan : look->choice.plans) plan.coarsening = {};
  const Json k = request.body.value("k", Json());
  if (!k.is_number_integer() || k < smallest_k || k > largest_k) return malformed("k");
  const auto table = table_of(request, *look, progress);
  if (!table) return table.error();
  return stoppable(progress, [&]() -> Result<Json> {
    const auto proposal =
        coarsening::proposed(counted_in(*table), look->keys, k.get<std::size_t>());
    if (!proposal) return proposal.error();
    return Json{{"k", k},
                {"records", proposal->records},
                {"below", proposal->below},
                {"left", proposal->steps.empty() ? proposal->below : proposal->steps.back().below},
                {"steps", steps_json(*proposal)}};
  });
}

}  // namespace overhand::web
