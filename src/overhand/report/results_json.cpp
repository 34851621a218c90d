#include "overhand/report/results_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "overhand/report/catalogue_json.h"

namespace overhand::report {
namespace {

using evaluation::Group;
using evaluation::MeasureId;
using evaluation::Measurement;
using evaluation::Measurements;

constexpr int schema = 1;

void add_measurement(Json& json, const Measurement& measurement) {
  const std::string& name = name_of(measurement.id);
  json[name] = measurement.value;
  if (const auto& interval = measurement.interval) {
    json[name + "_ci"] = {interval->low, interval->high};
  }
  if (measurement.sample) json[name + "_sample"] = *measurement.sample;
  if (measurement.target) json[name + "_target"] = *measurement.target;
  if (measurement.control) json[name + "_control"] = *measurement.control;
}

Json group_json(const Measurements& measurements, Group group) {
  Json json = Json::object();
  for (const Measurement& one : in_group(measurements, group)) add_measurement(json, one);
  return json;
}

void add_measurements(Json& json, const Measurements& measurements) {
  json["pairing"] = name_of(measurements.pairing);
  json["risk"] = group_json(measurements, Group::risk);
  json["loss"] = group_json(measurements, Group::loss);
  json["score"] = group_json(measurements, Group::score);
  json["other"] = group_json(measurements, Group::other);
}

Json labelled_json(const Measurements& measurements) {
  Json json = {{"label", label_of(measurements.pairing)}};
  add_measurements(json, measurements);
  return json;
}

// The pairings after the first.
Json also_json(const evaluation::Evaluation& evaluation) {
  Json also = Json::array();
  for (std::size_t i = 1; i < evaluation.by_pairing.size(); ++i) {
    also.push_back(labelled_json(evaluation.by_pairing[i]));
  }
  return also;
}

// Risk, loss and score of every replication, by name: for boxplots.
Json replicates_json(const tuning::Point& point, tuning::Reading reading) {
  Json json = Json::object();
  for (const auto& replicate : point.replicates) {
    const Measurements& measured = deciding(replicate, reading);
    const auto add = [&](const Measurement& one) { json[name_of(one.id)].push_back(one.value); };
    for (const Group group : {Group::risk, Group::loss}) {
      std::ranges::for_each(in_group(measured, group), add);
    }
    add(measurement_of(measured, MeasureId::overall_score));
    if (has(measured, MeasureId::shape_loss)) add(measurement_of(measured, MeasureId::shape_loss));
  }
  return json;
}

Json choice_json(const tuning::Tuned& tuned, const std::optional<std::size_t>& index,
                 tuning::Reading reading) {
  return index ? point_json(tuned, tuned.points[*index], reading) : Json();
}

Json tuned_json(const tuning::Tuned& tuned, tuning::Reading reading) {
  return {{"method", tuned.candidate.name},
          {"choice", choice_json(tuned, tuned.choice, reading)},
          {"nearest", choice_json(tuned, tuned.safest, reading)}};
}

// null: no bound.
Json range_json(const evaluation::Range& range) {
  return {range.low, std::isfinite(range.high) ? Json(range.high) : Json()};
}

Json measure_json(const evaluation::Measure& measure) {
  return {{"name", measure.name},
          {"kind", name_of(measure.kind)},
          {"summary", measure.summary},
          {"formula", measure.formula},
          {"scale", measure.scale},
          {"range", range_json(measure.range)},
          {"better", measure.better == evaluation::Better::lower ? "lower" : "higher"},
          {"reference", measure.reference},
          {"needs_pairing", measure.needs_pairing()},
          {"in_score", measure.is_in_score}};
}

// null: the records do not tell it.
Json estimate_json(const std::optional<utility::Estimate>& estimate) {
  return estimate ? Json(estimate->value) : Json();
}
Json interval_json(const std::optional<utility::Estimate>& estimate) {
  if (!estimate) return {};
  return {estimate->interval.low, estimate->interval.high};
}

Json analysis_json(const utility::Analysis& analysis) {
  Json coefficients = Json::array();
  for (const auto& one : analysis.coefficients) {
    coefficients.push_back({{"name", one.name},
                            {"original", estimate_json(one.original)},
                            {"original_ci", interval_json(one.original)},
                            {"masked", estimate_json(one.masked)},
                            {"masked_ci", interval_json(one.masked)},
                            {"overlap", one.overlap}});
  }
  Json json = {
      {"formula", analysis.formula},       {"model", analysis.is_logistic ? "logistic" : "linear"},
      {"records", analysis.records},       {"masked_records", analysis.masked_records},
      {"overlap", mean_overlap(analysis)}, {"coefficients", coefficients}};
  if (analysis.is_logistic) json["any_level_but"] = analysis.first_level;
  return json;
}

Json analyses_json(const std::vector<utility::Analysis>& analyses) {
  Json all = Json::array();
  for (const auto& analysis : analyses) all.push_back(analysis_json(analysis));
  return all;
}

Json broken_json(const std::vector<evaluation::BrokenRule>& broken) {
  Json all = Json::array();
  for (const auto& [rule, records] : broken) {
    all.push_back({{"rule", rule}, {"records", records}});
  }
  return all;
}

Json before_and_after(double before, double after, double change) {
  return {{"original", before}, {"masked", after}, {"change", change}};
}

Json weighted_column_json(const utility::WeightedColumn& column) {
  Json quantiles = Json::array();
  for (std::size_t i = 0; i < utility::weighted_levels.size(); ++i) {
    Json quantile = {{"level", utility::weighted_levels[i]}};
    quantile.update(before_and_after(column.original.quantiles[i], column.masked.quantiles[i],
                                     column.quantile_change(i)));
    quantiles.push_back(quantile);
  }
  return {
      {"name", column.name},
      {"total",
       before_and_after(column.original.total, column.masked.total, column.total_change())},
      {"mean", before_and_after(column.original.mean, column.masked.mean, column.mean_change())},
      {"quantiles", quantiles}};
}

Json weighted_sum_json(const utility::WeightedSum& sum) {
  Json json = before_and_after(sum.original, sum.masked, sum.change());
  if (sum.column.empty()) return json;
  json["column"] = sum.column;
  json["level"] = sum.level;
  return json;
}

// What is known of single records and of weighted figures.
void add_facts(Json& json, const evaluation::Evaluation& evaluation) {
  json["broken_rules"] = broken_json(evaluation.broken_rules);
  if (const auto& worst = evaluation.worst_association) {
    json["worst_association"] = {{"columns", {worst->column, worst->other}},
                                 {"original", worst->original},
                                 {"masked", worst->masked}};
  }
  if (evaluation.weight.empty()) return;
  Json columns = Json::array();
  for (const auto& column : evaluation.weighted) columns.push_back(weighted_column_json(column));
  Json sums = Json::array();
  for (const auto& sum : evaluation.weighted_sums) sums.push_back(weighted_sum_json(sum));
  json["weighted"] = {{"weight", evaluation.weight}, {"columns", columns}, {"sums", sums}};
}

}  // namespace

Json evaluation_json(const evaluation::Evaluation& evaluation) {
  Json json = {{"schema", schema},
               {"command", "evaluate"},
               {"rows", evaluation.rows},
               {"masked_rows", evaluation.masked_rows},
               {"columns", evaluation.columns}};
  add_measurements(json, evaluation.by_pairing.front());
  json["also"] = also_json(evaluation);
  json["analyses"] = analyses_json(evaluation.analyses);
  add_facts(json, evaluation);
  json["notes"] = evaluation.notes;
  return json;
}

Json moved_json(const masking::MovedUnits& moved) {
  return {{"units", moved.units},
          {"moved", moved.moved},
          {"risky", moved.risky},
          {"stuck", moved.stuck}};
}

Json suppressed_json(const masking::Masked& masked) {
  Json all = Json::array();
  for (const auto& [column, cells] : masked.suppressed.cells) {
    all.push_back({{"column", column}, {"cells", cells}});
  }
  return all;
}

Json shared_keys_json(const masking::Masked& masked) {
  const keys::SuppressedKeys& keys = masked.suppressed;
  return {{"k", keys.k},
          {"below", keys.below},
          {"alike_below", keys.alike_below},
          {"fits_below", keys.fits_below}};
}

Json kept_json(const risk::KeptColumns& kept) {
  Json json = {{"columns", kept.names},           {"unchanged", kept.unchanged},
               {"unique", kept.unique_share()},   {"unique_records", kept.unique},
               {"below_three", kept.below_three}, {"smallest_class", kept.smallest_class},
               {"copied", kept.copies.share()}};
  if (!kept.beside_keys.empty()) json["beside_keys"] = kept.beside_keys;
  const auto add = [&](const std::string& name, const std::optional<risk::FoundShare>& found) {
    if (!found) return;
    json[name] = found->share();
    if (!found->interval) return;
    json[name + "_ci"] = {found->interval->low, found->interval->high};
    json[name + "_sample"] = found->searched;
  };
  add("linked", kept.linkage);
  add("linked_units", kept.units);
  add("linked_by_ranks", kept.ranks);
  return json;
}

Json linkage_json(const Result<evaluation::Linkage>& linkage) {
  if (!linkage) return {{"not_measured", linkage.error().message}};
  using evaluation::Pairing;
  Measurement dbrl{MeasureId::dbrl, linkage->share, linkage->interval};
  if (linkage->interval) dbrl.sample = linkage->searched;
  Json json = {{"pairing", name_of(linkage->is_by_source ? Pairing::lineage : Pairing::sorted)}};
  add_measurement(json, dbrl);
  return json;
}

Json plausibility_json(const Result<evaluation::Plausibility>& plausibility) {
  if (!plausibility) return {{"not_measured", plausibility.error().message}};
  return {{"implausible", static_cast<double>(plausibility->implausible) /
                              static_cast<double>(plausibility->records)},
          {"broken_rules", broken_json(plausibility->broken)}};
}

Json point_json(const tuning::Tuned& tuned, const tuning::Point& point, tuning::Reading reading) {
  Json json = {{"method", tuned.candidate.name},
               {"options", options_json(*tuned.candidate.method, point.options)}};
  if (point.failure) {
    json["failure"] = point.failure->message;
    return json;
  }
  add_measurements(json, deciding(point.median, reading));
  json["also"] = Json::array();
  const auto& other = reading == tuning::Reading::by_true_source ? point.median.as_published
                                                                 : point.median.by_true_source;
  if (other.pairing != deciding(point.median, reading).pairing) {
    json["also"].push_back(labelled_json(other));
  }
  json["replications"] = point.replicates.size();
  json["replicates"] = replicates_json(point, reading);
  if (point.excluded) json["excluded"] = *point.excluded;
  if (!point.notes.empty()) json["notes"] = point.notes;
  return json;
}

Json tuning_json(const tuning::Tuning& tuning) {
  const auto reading = tuning.options.reading;
  Json json = {{"schema", schema},
               {"command", "tune"},
               {"rows", tuning.rows},
               {"trial_rows", tuning.trial_rows},
               {"columns", tuning.columns},
               {"max_risk", tuning.options.max_risk},
               {"risk_basis", reading == tuning::Reading::by_true_source ? "lineage" : "paper"},
               {"score", name_of(tuning.options.score)},
               {"replications", tuning.options.replications},
               {"choice", Json()},
               {"methods", Json::array()},
               {"grid", Json::array()}};
  if (tuning.best) {
    const auto& best = tuning.tuned[*tuning.best];
    json["choice"] = choice_json(best, best.choice, reading);
  }
  for (const auto& tuned : tuning.tuned) {
    json["methods"].push_back(tuned_json(tuned, reading));
    for (const auto& point : tuned.points)
      json["grid"].push_back(point_json(tuned, point, reading));
  }
  return json;
}

Json released_json(const release::Released& released) {
  Json json = {{"setting", released.decision.setting}, {"why", released.decision.why}};
  add_measurements(json, released.evaluation.by_pairing.front());
  json["also"] = also_json(released.evaluation);
  if (!released.evaluation.analyses.empty()) {
    json["analyses"] = analyses_json(released.evaluation.analyses);
  }
  add_facts(json, released.evaluation);
  if (!released.masked.suppressed.cells.empty()) {
    json["suppressed"] = suppressed_json(released.masked);
    json["shared_keys"] = shared_keys_json(released.masked);
  }
  json["notes"] = released.evaluation.notes;
  return json;
}

Json measures_json() {
  Json all = Json::array();
  for (const auto& measure : evaluation::measures()) all.push_back(measure_json(measure));
  return {{"schema", schema}, {"measures", all}};
}

}  // namespace overhand::report
