#include "overhand/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "overhand/core/stopping.h"
#include "overhand/release/gate.h"
#include "overhand/report/analysis_charts_internal.h"
#include "overhand/report/association_charts_internal.h"
#include "overhand/report/attack_charts_internal.h"
#include "overhand/report/exposure_charts_internal.h"
#include "overhand/report/key_charts.h"
#include "overhand/report/level_charts_internal.h"
#include "overhand/report/loss_charts_internal.h"
#include "overhand/report/tuning_charts.h"
#include "overhand/report/verdict.h"

namespace overhand::report {
namespace {

using evaluation::Group;
using evaluation::Measurement;
using evaluation::Measurements;

Json details_json(const std::vector<Detail>& details) {
  Json all = Json::array();
  for (const auto& [name, value] : details) all.push_back({{"name", name}, {"value", value}});
  return all;
}

// In the columns' own units, so that one value that is far from all others can be computed back.
bool tells_values(evaluation::MeasureId id) {
  return id == evaluation::MeasureId::mae || id == evaluation::MeasureId::mse;
}

Json measures_section(const Subject& subject, Audience audience) {
  Json rows = Json::array();
  for (const Measurements& measured : subject.evaluation.by_pairing) {
    for (const Measurement& one : measured.all) {
      if (audience == Audience::external && tells_values(one.id)) continue;
      rows.push_back({{"measure", name_of(one.id)},
                      {"value", rounded(one.value)},
                      {"paired", label_of(measured.pairing)}});
    }
  }
  Json bars = Json::array();
  for (const Group group : {Group::risk, Group::loss}) {
    for (const Measurement& one : in_group(subject.evaluation.by_pairing.front(), group)) {
      const auto& measure = measure_of(one.id);
      if (measure.range.high > 1) continue;  // in the columns' own units
      bars.push_back({{"measure", measure.name},
                      {"value", rounded(one.value)},
                      {"kind", name_of(measure.kind)}});
    }
  }
  Json spec = spec_with(bars, 320, 180);
  spec["mark"] = "bar";
  Json fill = channel("kind", "nominal", "");
  fill["scale"] = {{"domain", {"risk", "loss"}}, {"range", {colour::risk, colour::loss}}};
  Json x = channel("value", "quantitative", "0 good … 1 bad");
  x["scale"] = {{"domain", {0, 1}}};
  Json y = channel("measure", "nominal", "");
  y["sort"] = nullptr;
  spec["encoding"] = {{"x", x}, {"y", y}, {"color", fill}};
  ChartTable table{{"measure", "value", "paired"}};
  for (const Json& row : rows) table.rows.push_back({row["measure"], row["value"], row["paired"]});
  return section_json("measures", "Every measure", "Short bars are good.",
                      {{"measures", "Risk and loss", "Risk red, loss blue.",
                        "Bar chart of every measure of risk and loss.", spec, table}});
}

void add_tuning_sections(Json& sections, const tuning::Tuning& tuning) {
  sections.push_back(section_json(
      "map", "What was tried", "Each point is one setting of one method, the median of its trials.",
      {risk_utility_map(tuning)}));
  const auto curves = tradeoff_curves(tuning);
  if (!curves.empty()) {
    sections.push_back(section_json("tradeoff", "Tradeoff curves",
                                    "How each method's option trades risk for loss.", curves));
  }
  sections.push_back(section_json("spread", "Scores and measures of the chosen settings",
                                  "Boxes over the trials of each method's best setting.",
                                  boxplots(tuning)));
}

Json notes_json(const Subject& subject) {
  Json notes = subject.evaluation.notes;
  if (subject.masked.table.column_count() > most_columns_shown) {
    notes.push_back(fmt::format("Only the first {} of {} columns have figures.", most_columns_shown,
                                subject.masked.table.column_count()));
  }
  return notes;
}

bool is_mixed(const Subject& subject) {
  return has(subject.evaluation.by_pairing.front(), evaluation::MeasureId::tv_largest);
}

Result<Json> sections_json(const Subject& subject, Audience audience, const Progress& progress) {
  const Table& original = subject.original;
  const Table& masked = subject.masked.table;
  Stage stage(progress, "drawing the report", 4);
  Json sections = Json::array();
  const auto add = [&](const Json& section) {
    sections.push_back(section);
    stage.finish_part();
    stop_if_cancelled();
  };
  if (subject.attacked) {
    sections.push_back(attack_section(subject.attacked->gate, subject.attacked->gated.held));
  }
  if (subject.tuning != nullptr) add_tuning_sections(sections, *subject.tuning);
  add(measures_section(subject, audience));
  const auto keys = masked_keys_section(subject, audience, progress);
  if (!keys) return keys.error();
  if (!keys->is_null()) sections.push_back(*keys);
  auto distributions = margins(original, masked, audience);
  std::ranges::move(level_bars(original, masked, audience), std::back_inserter(distributions));
  add(section_json("margins", "Distributions", "Each column, original and masked.", distributions));
  add(section_json("correlations", is_mixed(subject) ? "Associations" : "Correlations",
                   "How columns go together.", association_maps(original, masked)));
  add(section_json("pairs", "Pairs of columns", "A sample of records.",
                   pairs(original, masked, audience)));
  if (const auto& broken = subject.evaluation.broken_rules; !broken.empty()) {
    sections.push_back(section_json("rules", "Rules",
                                    "What every original record obeys and masked ones break.",
                                    {broken_rules_chart(broken)}));
  }
  if (const auto& weighted = subject.evaluation.weighted; !weighted.empty()) {
    sections.push_back(section_json("weighted", "Weighted figures",
                                    "Each record stands for as many as its weight says.",
                                    {weighted_chart(subject.evaluation.weight, weighted)}));
  }
  if (const auto& analyses = subject.evaluation.analyses; !analyses.empty()) {
    sections.push_back(section_json("analyses", "Analyses",
                                    "What analysts would have found, and what they find now.",
                                    analysis_charts(analyses)));
  }
  if (const auto& isolation = subject.evaluation.isolation) {
    sections.push_back(
        section_json("riskiest", "Where the risk sits", "Counts, no values.",
                     {where_the_risk_sits(*isolation, subject.evaluation.masked_rows)}));
  }
  if (subject.xray != nullptr && audience == Audience::internal) {
    sections.push_back(exposure_section(*subject.xray, subject.original_rows));
  }
  return sections;
}

}  // namespace

Result<Json> report_json(const Subject& subject, Audience audience, const Progress& progress) {
  return stoppable(progress, [&]() -> Result<Json> {
    const auto sections = sections_json(subject, audience, progress);
    if (!sections) return sections.error();
    return Json{{"schema", 1},
                {"title", "Overhand report"},
                {"audience", audience == Audience::internal ? "internal" : "external"},
                {"verdict", verdict_json(verdict_of(subject))},
                {"sections", *sections},
                {"details", details_json(subject.details)},
                {"notes", notes_json(subject)}};
  });
}

Json refusal_json(const tuning::Tuning& tuning, const std::string& why,
                  const std::vector<Detail>& details) {
  Json sections = Json::array();
  add_tuning_sections(sections, tuning);
  return {{"schema", 1},
          {"title", "Overhand report"},
          {"audience", "internal"},
          {"verdict", verdict_json(refusal_verdict(tuning, why))},
          {"sections", sections},
          {"details", details_json(details)},
          {"notes", Json::array()}};
}

Json refusal_json(const release::Gate& gate, const std::string& why,
                  const std::vector<Detail>& details) {
  Json report = refusal_json(gate.tuning, why, details);
  if (gate.attempts.empty()) return report;
  Json& sections = report["sections"];
  sections.insert(sections.begin(),
                  attack_section(gate, gate.attempts[gate.passed.value_or(gate.nearest)].held));
  return report;
}

Json with_accepted_risk(Json report, const std::string& why) {
  report["verdict"]["accepted"] = why;
  Json& details = report["details"];
  details.insert(details.begin(), Json{{"name", "risk accepted because"}, {"value", why}});
  return report;
}

}  // namespace overhand::report
