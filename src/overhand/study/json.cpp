#include "overhand/study/json.h"

#include <nlohmann/json.hpp>

#include "overhand/report/catalogue_json.h"
#include "overhand/statistics/median.h"

namespace overhand::study {
namespace {

using evaluation::Group;
using evaluation::MeasureId;
using evaluation::Measurements;

Json optional_json(const auto& value) { return value ? Json(*value) : Json(); }

Json group_json(const Measurements& measurements, Group group) {
  Json json = Json::object();
  for (const auto& one : in_group(measurements, group)) json[name_of(one.id)] = one.value;
  return json;
}

Json measurements_json(const Measurements& measurements) {
  return {{"pairing", name_of(measurements.pairing)},
          {"risk", group_json(measurements, Group::risk)},
          {"loss", group_json(measurements, Group::loss)},
          {"score", group_json(measurements, Group::score)},
          {"other", group_json(measurements, Group::other)}};
}

Json point_json(const MethodResult& method, const tuning::Point& point) {
  Json json = {{"options", report::options_json(*method.entrant.method, point.options)}};
  if (point.failure) {
    json["failure"] = point.failure->message;
    return json;
  }
  json["paper"] = measurements_json(point.median.as_published);
  json["honest"] = measurements_json(point.median.by_true_source);
  if (!point.notes.empty()) json["notes"] = point.notes;
  return json;
}

// The places, in the grid, of the settings shown: one for each table.
Json chosen_json(const std::optional<Chosen>& chosen, tuning::Reading reading) {
  if (!chosen) return {};
  return {{"settings", chosen->settings},
          {"tables_under", chosen->tables_under},
          {"median", measurements_json(deciding(chosen->point.median, reading))}};
}

Json method_json(const MethodResult& method) {
  Json grid = Json::array();
  for (const auto& point : method.points) grid.push_back(point_json(method, point));
  return {{"name", method.entrant.name},
          {"method", method.entrant.method->name},
          {"family", name_of(method.entrant.family)},
          {"paper", chosen_json(method.as_published, tuning::Reading::as_published)},
          {"honest", chosen_json(method.by_true_source, tuning::Reading::by_true_source)},
          {"grid", grid}};
}

Json experiment_json(const ExperimentResult& result) {
  Json methods = Json::array();
  for (const auto& method : result.methods) methods.push_back(method_json(method));
  return {{"name", result.name},
          {"rows", result.rows},
          {"columns", result.columns},
          {"tables", result.tables},
          {"replications", result.replications},
          {"methods", methods}};
}

Json thresholds_json(const Thresholds& thresholds) {
  Json json = Json::array();
  for (const auto& threshold : thresholds.chosen) {
    json.push_back({{"max_risk", threshold.max_risk},
                    {"percent", optional_json(percent_of(thresholds, threshold))}});
  }
  return json;
}

Json orders_json(const Orders& orders) {
  Json rows = Json::array();
  for (const auto& row : orders.rows) {
    rows.push_back({{"table", row.table + 1},
                    {"order", row.order},
                    {"cart", row.cart},
                    {"sjppds", row.sjppds}});
  }
  return {{"experiment", orders.experiment},
          {"spread_cart", spread(orders, &OrderRow::cart)},
          {"spread_sjppds", spread(orders, &OrderRow::sjppds)},
          {"orders", rows}};
}

Json claims_json(const std::vector<Claim>& claims) {
  Json json = Json::array();
  for (const auto& claim : claims) {
    json.push_back({{"claim", claim.statement},
                    {"holds", optional_json(claim.holds)},
                    {"found", claim.found},
                    {"why", claim.why}});
  }
  return json;
}

Json permutation_json(const RestrictedPermutation& example) {
  return {{"bins", example.bins},
          {"x1", example.x1},
          {"x2", example.x2},
          {"bins_of_x2", example.bins2},
          {"permuted_x1", example.permuted}};
}

Json cloud_json(const Cloud& cloud) {
  return {{"table", cloud.label}, {"correlation", cloud.correlation}};
}

Json unsorted_json(const Unsorted& row) {
  return {{"experiment", row.experiment},
          {"method", row.method},
          {"as_they_lie", row.as_they_lie},
          {"sorted", row.sorted},
          {"by_source", optional_json(row.by_source)}};
}

Json glm_json(const GlmRow& row) {
  return {{"experiment", row.experiment},
          {"method", row.method},
          {"ps_damped", value_of(row.damped, MeasureId::ps)},
          {"ps_glm", value_of(row.glm, MeasureId::ps)},
          {"diverged", row.diverged},
          {"overall_damped", value_of(row.damped, MeasureId::overall_score)},
          {"overall_glm", value_of(row.glm, MeasureId::overall_score)}};
}

template <class Items, class Write>
Json array_of(const Items& items, const Write& write) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(write(item));
  return json;
}

}  // namespace

Json results_json(const Study& study) {
  Json json = {{"schema", 1},
               {"command", "study"},
               {"seed", study.seed},
               {"max_risk", ceiling},
               {"replications", study.size.replications},
               {"grid_points", study.size.grid_points},
               {"simulated_tables", study.size.simulated_tables},
               {"experiments", array_of(study.experiments, experiment_json)},
               {"glm", array_of(study.glm, glm_json)},
               {"thresholds", Json()},
               {"orders", array_of(study.orders, orders_json)},
               {"unsorted", array_of(study.unsorted, unsorted_json)},
               {"permutation", Json()},
               {"clouds", array_of(study.clouds, cloud_json)},
               {"claims", claims_json(claims(study))},
               {"honest_claims", claims_json(true_source_claims(study))}};
  if (study.thresholds) json["thresholds"] = thresholds_json(*study.thresholds);
  if (study.permutation) json["permutation"] = permutation_json(*study.permutation);
  return json;
}

Json timing_json(const Study& study) {
  const auto row = [](const Timing& timing) -> Json {
    return {{"series", timing.series},
            {"method", timing.method},
            {"rows", timing.size.rows},
            {"columns", timing.size.columns},
            {"bins", timing.size.bins},
            {"replications", timing.seconds.size()},
            {"seconds", statistics::median(timing.seconds)}};
  };
  return {{"schema", 1},
          {"timings", array_of(study.timings, row)},
          {"claims", claims_json(timing_claims(study))}};
}

}  // namespace overhand::study
