#include "overhand/report/results_json.h"

#include <nlohmann/json.hpp>

#include "overhand/report/catalogue_json.h"
#include "overhand/risk/measures.h"
#include "overhand/utility/measures.h"

namespace overhand::report {
namespace {

constexpr int schema = 1;

Json values_json(const tuning::Values& values) {
  Json json = Json::object();
  for (const tuning::Value& value : values) {
    json[value.name] = value.value;
    if (value.interval) json[value.name + "_ci"] = {value.interval->low, value.interval->high};
    if (value.sample) json[value.name + "_sample"] = *value.sample;
  }
  return json;
}

void add_figures(Json& json, const tuning::Figures& figures) {
  json["pairing"] = name_of(figures.pairing);
  json["risk"] = values_json(figures.risk);
  json["loss"] = values_json(figures.loss);
  json["score"] = values_json(figures.score);
  json["beside"] = values_json(figures.beside);
}

Json figures_json(const tuning::Figures& figures) {
  Json json = {{"label", label_of(figures.pairing)}};
  add_figures(json, figures);
  return json;
}

// The figures of the pairings after the first.
Json also_json(const tuning::Evaluation& evaluation) {
  Json also = Json::array();
  for (std::size_t i = 1; i < evaluation.figures.size(); ++i) {
    also.push_back(figures_json(evaluation.figures[i]));
  }
  return also;
}

// Risk, loss and score of every replication, by name: for boxplots.
Json replicates_json(const tuning::Point& point, tuning::RiskBasis basis) {
  Json json = Json::object();
  for (const auto& replicate : point.replicates) {
    const auto& figures = deciding(replicate, basis);
    for (const auto* values : {&figures.risk, &figures.loss}) {
      for (const auto& value : *values) json[value.name].push_back(value.value);
    }
    json["overall"].push_back(value_of(figures.score, "overall"));
  }
  return json;
}

Json choice_json(const tuning::Tuned& tuned, const std::optional<std::size_t>& index,
                 tuning::RiskBasis basis) {
  return index ? point_json(tuned, tuned.points[*index], basis) : Json();
}

Json tuned_json(const tuning::Tuned& tuned, tuning::RiskBasis basis) {
  return {{"method", tuned.candidate.name},
          {"choice", choice_json(tuned, tuned.choice, basis)},
          {"nearest", choice_json(tuned, tuned.nearest, basis)}};
}

Json measure_json(const statistics::Measure& measure, const char* kind) {
  return {{"name", measure.name},
          {"kind", kind},
          {"summary", measure.summary},
          {"formula", measure.formula},
          {"scale", measure.scale},
          {"reference", measure.reference},
          {"needs_pairing", measure.needs_pairing},
          {"in_score", measure.is_in_score}};
}

}  // namespace

Json evaluation_json(const tuning::Evaluation& evaluation) {
  Json json = {{"schema", schema},
               {"command", "evaluate"},
               {"rows", evaluation.rows},
               {"masked_rows", evaluation.masked_rows},
               {"columns", evaluation.columns}};
  add_figures(json, evaluation.figures.front());
  json["also"] = also_json(evaluation);
  json["notes"] = evaluation.notes;
  return json;
}

Json kept_json(const risk::KeptColumns& kept) {
  Json json = {{"columns", kept.names},           {"unchanged", kept.unchanged},
               {"unique", kept.unique_share()},   {"unique_records", kept.unique},
               {"below_three", kept.below_three}, {"smallest_class", kept.smallest_class},
               {"copied", kept.copies.share()}};
  if (const auto& known = kept.linkage) {
    json["linked"] = known->share();
    if (known->interval) {
      json["linked_ci"] = {known->interval->low, known->interval->high};
      json["linked_sample"] = known->searched;
    }
  }
  return json;
}

Json linkage_json(const Result<risk::Linkage>& linkage) {
  if (!linkage) return {{"not_measured", linkage.error().message}};
  const auto pairing = linkage->is_by_source ? tuning::Pairing::lineage : tuning::Pairing::sorted;
  tuning::Value dbrl{"dbrl", linkage->share, linkage->interval};
  if (linkage->interval) dbrl.sample = linkage->searched;
  Json json = {{"pairing", name_of(pairing)}};
  json.update(values_json({dbrl}));
  return json;
}

Json point_json(const tuning::Tuned& tuned, const tuning::Point& point, tuning::RiskBasis basis) {
  Json json = {{"method", tuned.candidate.name},
               {"options", options_json(*tuned.candidate.method, point.options)}};
  if (point.failure) {
    json["failure"] = *point.failure;
    return json;
  }
  add_figures(json, deciding(point.median, basis));
  json["also"] = Json::array();
  const auto& other =
      basis == tuning::RiskBasis::lineage ? point.median.paper : point.median.honest;
  if (other.pairing != deciding(point.median, basis).pairing) {
    json["also"].push_back(figures_json(other));
  }
  json["replications"] = point.replicates.size();
  json["replicates"] = replicates_json(point, basis);
  if (point.excluded) json["excluded"] = *point.excluded;
  if (!point.notes.empty()) json["notes"] = point.notes;
  return json;
}

Json tuning_json(const tuning::Tuning& tuning) {
  const auto basis = tuning.options.basis;
  Json json = {{"schema", schema},
               {"command", "tune"},
               {"rows", tuning.rows},
               {"trial_rows", tuning.trial_rows},
               {"columns", tuning.columns},
               {"max_risk", tuning.options.max_risk},
               {"risk_basis", basis == tuning::RiskBasis::lineage ? "lineage" : "paper"},
               {"replications", tuning.options.replications},
               {"choice", Json()},
               {"methods", Json::array()},
               {"grid", Json::array()}};
  if (tuning.best) {
    const auto& best = tuning.tuned[*tuning.best];
    json["choice"] = choice_json(best, best.choice, basis);
  }
  for (const auto& tuned : tuning.tuned) {
    json["methods"].push_back(tuned_json(tuned, basis));
    for (const auto& point : tuned.points) json["grid"].push_back(point_json(tuned, point, basis));
  }
  return json;
}

Json released_json(const release::Released& released) {
  Json json = {{"setting", released.decision.setting}, {"why", released.decision.why}};
  add_figures(json, released.evaluation.figures.front());
  json["also"] = also_json(released.evaluation);
  json["notes"] = released.evaluation.notes;
  return json;
}

Json measures_json() {
  Json all = Json::array();
  for (const auto& measure : risk::measures()) all.push_back(measure_json(measure, "risk"));
  for (const auto& measure : utility::measures()) all.push_back(measure_json(measure, "loss"));
  return {{"schema", schema}, {"measures", all}};
}

}  // namespace overhand::report
