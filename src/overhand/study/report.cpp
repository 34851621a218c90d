#include "overhand/study/report.h"

#include <fmt/format.h>

#include "overhand/report/figure.h"
#include "overhand/report/verdict.h"

namespace overhand::study {
namespace {

using report::Json;

// "**holds**: a claim."
std::vector<std::string> sentences(const std::vector<Claim>& claims) {
  std::vector<std::string> all;
  for (const Claim& claim : claims) {
    if (!claim.holds) continue;  // what it needs was not run
    all.push_back(
        fmt::format("**{}**: {}", *claim.holds ? "holds" : "does not hold", claim.statement));
  }
  return all;
}

// The rows of the figure's own data; a long table is cut, the CSV beside it is whole.
report::FigureTable table_of(const Json& spec) {
  constexpr std::size_t most_rows = 200;
  report::FigureTable table;
  const Json data = spec.value("data", Json::object()).value("values", Json::array());
  if (data.empty()) return table;
  for (const auto& [name, value] : data.front().items()) table.columns.push_back(name);
  for (const Json& row : data) {
    if (table.rows.size() == most_rows) break;
    Json cells = Json::array();
    for (const std::string& name : table.columns) cells.push_back(row.value(name, Json()));
    table.rows.push_back(cells);
  }
  return table;
}

report::Figure as_figure(const StudyFigure& drawn) {
  const Json spec = Json::parse(drawn.spec);
  return {drawn.name, drawn.title, "", drawn.title, spec, table_of(spec)};
}

report::Verdict verdict_on(const Study& study) {
  return {report::Level::unknown,
          "Claims of the paper, and what is left of them.",
          fmt::format("{} experiments, seed {}.", study.experiments.size(), study.seed),
          sentences(honest_claims(study)),
          sentences(claims(study)),
          {"Verdicts are computed from the figures; study.md has the numbers."}};
}

}  // namespace

Json study_report(const Study& study, const std::vector<StudyFigure>& figures) {
  std::vector<report::Figure> all;
  for (const StudyFigure& drawn : figures) all.push_back(as_figure(drawn));
  return {{"schema", 1},
          {"title", "The paper's experiments, run again"},
          {"audience", "external"},
          {"verdict", report::verdict_json(verdict_on(study))},
          {"sections", {report::section_json("figures", "Figures", "Every figure of the study.", all)}},
          {"details", Json::array()},
          {"notes", Json::array()}};
}

}  // namespace overhand::study
