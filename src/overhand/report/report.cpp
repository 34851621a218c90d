#include "overhand/report/report.h"

#include <fmt/format.h>

#include "overhand/report/tuning_figures.h"
#include "overhand/report/verdict.h"

namespace overhand::report {
namespace {

using tuning::Figures;

Json details_json(const std::vector<Detail>& details) {
  Json all = Json::array();
  for (const auto& [name, value] : details) all.push_back({{"name", name}, {"value", value}});
  return all;
}

Json measures_section(const Subject& subject) {
  Json rows = Json::array();
  for (const Figures& figures : subject.evaluation.figures) {
    for (const auto* values : {&figures.risk, &figures.loss, &figures.score, &figures.beside}) {
      for (const auto& value : *values) {
        rows.push_back({{"measure", value.name},
                        {"value", rounded(value.value)},
                        {"paired", label_of(figures.pairing)}});
      }
    }
  }
  Json bars = Json::array();
  const Figures& first = subject.evaluation.figures.front();
  const auto add = [&](const tuning::Values& values, const char* kind) {
    for (const auto& value : values) {
      if (value.name == "mae" || value.name == "mse") continue;  // in the columns' own units
      bars.push_back({{"measure", value.name}, {"value", rounded(value.value)}, {"kind", kind}});
    }
  };
  add(first.risk, "risk");
  add(first.loss, "loss");
  Json spec = spec_with(bars, 320, 180);
  spec["mark"] = "bar";
  Json fill = channel("kind", "nominal", "");
  fill["scale"] = {{"domain", {"risk", "loss"}}, {"range", {colour::risk, colour::loss}}};
  Json x = channel("value", "quantitative", "0 good … 1 bad");
  x["scale"] = {{"domain", {0, 1}}};
  Json y = channel("measure", "nominal", "");
  y["sort"] = nullptr;
  spec["encoding"] = {{"x", x}, {"y", y}, {"color", fill}};
  FigureTable table{{"measure", "value", "paired"}};
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

}  // namespace

Json report_json(const Subject& subject, Audience audience) {
  const Table& masked = subject.masked.table;
  Json sections = Json::array();
  if (subject.tuning != nullptr) add_tuning_sections(sections, *subject.tuning);
  sections.push_back(measures_section(subject));
  sections.push_back(section_json("margins", "Distributions", "Each column, original and masked.",
                                  margins(subject.original, masked, audience)));
  sections.push_back(section_json("correlations", "Correlations", "How columns go together.",
                                  correlation_maps(subject.original, masked)));
  sections.push_back(section_json("pairs", "Pairs of columns", "A sample of records.",
                                  pairs(subject.original, masked, audience)));
  const auto risky = where_the_risk_sits(subject.original, subject.masked);
  if (!risky.empty()) {
    sections.push_back(
        section_json("riskiest", "Where the risk sits", "Counts, no values.", risky));
  }
  return {{"schema", 1},
          {"title", "Overhand report"},
          {"audience", audience == Audience::internal ? "internal" : "external"},
          {"verdict", verdict_json(verdict_of(subject))},
          {"sections", sections},
          {"details", details_json(subject.details)},
          {"notes", notes_json(subject)}};
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

}  // namespace overhand::report
