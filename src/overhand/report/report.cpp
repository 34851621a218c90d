#include "overhand/report/report.h"

#include <fmt/format.h>

#include <cmath>

#include "overhand/report/tuning_figures.h"

namespace overhand::report {
namespace {

using tuning::Figures;
using tuning::Pairing;

const Figures& first_figures(const Subject& subject) { return subject.evaluation.figures.front(); }

double measure(const tuning::Values& values, const char* name) { return value_of(values, name); }

bool is_paired(const Figures& figures) { return figures.pairing != Pairing::none; }

std::string of_a_hundred(double share) {
  return fmt::format("**{:.0f}**", std::round(100 * share));
}

// What the linkage figure rests on, in words.
std::string pairing_words(Pairing pairing) {
  if (pairing == Pairing::lineage) return "by the true source of each record";
  if (pairing == Pairing::row) return "row by row";
  return "by sorting both tables, which understates the risk where records have a source";
}

std::vector<std::string> intruder_sentences(const Subject& subject) {
  const Figures& figures = first_figures(subject);
  if (!is_paired(figures)) {
    return {"The tables have different numbers of records, so records could not be linked."};
  }
  std::vector<std::string> sentences = {
      fmt::format("Of 100 people, linked to their own record: {} (ceiling {:.0f}), found {}.",
                  of_a_hundred(measure(figures.risk, "dbrl")), 100 * subject.max_risk,
                  pairing_words(figures.pairing)),
      fmt::format(
          "Of 100 records, every value within a tenth or less of the masked one's rank: {:.0f}; "
          "within a tenth or less of a standard deviation: {:.0f}.",
          100 * measure(figures.risk, "rid"), 100 * measure(figures.risk, "sdid"))};
  for (const Figures& other : subject.evaluation.figures) {
    if (other.pairing != Pairing::sorted || figures.pairing != Pairing::lineage) continue;
    sentences.push_back(fmt::format(
        "As in the paper, on sorted tables, it would read {:.0f} of 100: a figure that hides "
        "the true sources.",
        100 * measure(other.risk, "dbrl")));
  }
  return sentences;
}

std::string how_well(double ps) {
  if (ps < 0.1) return "succeeds little";
  return ps < 0.4 ? "succeeds somewhat" : "succeeds well";
}

std::vector<std::string> analyst_sentences(const Subject& subject) {
  const Figures& figures = first_figures(subject);
  const double ks = measure(figures.beside, "ks_largest");
  return {ks == 0
              ? "Every column's distribution exactly."
              : fmt::format("Every column's distribution within {:.2f} (Kolmogorov-Smirnov).", ks),
          fmt::format("Correlations within {:.2f}, on average within {:.2f}.",
                      measure(figures.beside, "pearson_largest"),
                      measure(figures.beside, "pearson_mean")),
          fmt::format("A model that tries to tell masked from original records {} ({:.2f} of 1).",
                      how_well(measure(figures.loss, "ps")), measure(figures.loss, "ps"))};
}

struct Level {
  const char* name;
  const char* headline;
};

Level level_of(const Subject& subject) {
  const Figures& figures = first_figures(subject);
  if (!is_paired(figures)) return {"unknown", "Risk not known."};
  const double linked = measure(figures.risk, "dbrl");
  if (linked > subject.max_risk) return {"refused", "Not safe to share."};
  const bool is_calm = linked <= subject.max_risk / 2 && measure(figures.score, "loss") <= 0.1;
  return is_calm ? Level{"usable", "Usable."} : Level{"care", "Usable with care."};
}

const std::vector<std::string>& limits() {
  static const std::vector<std::string> sentences = {
      "It is no differential privacy.",
      "Two releases of overlapping data can reveal more than one.",
      "The figures hold for this table and this masking, against the attacks named here."};
  return sentences;
}

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
  const Figures& first = first_figures(subject);
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

Json verdict_json(const Subject& subject) {
  const auto [level, headline] = level_of(subject);
  const std::string by = subject.masked_by.empty() ? "" : ", masked by " + subject.masked_by;
  return {{"level", level},
          {"headline", headline},
          {"facts", fmt::format("{} records, {} columns{}.", subject.evaluation.rows,
                                subject.evaluation.columns, by)},
          {"intruder", intruder_sentences(subject)},
          {"analysts", analyst_sentences(subject)},
          {"limits", limits()}};
}

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
          {"verdict", verdict_json(subject)},
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
          {"verdict",
           {{"level", "refused"},
            {"headline", "Nothing is safe enough."},
            {"facts", fmt::format("{} records, {} columns.", tuning.rows, tuning.columns)},
            {"intruder", Json::array({why})},
            {"analysts", Json::array()},
            {"limits", limits()}}},
          {"sections", sections},
          {"details", details_json(details)},
          {"notes", Json::array()}};
}

}  // namespace overhand::report
