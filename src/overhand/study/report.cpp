#include "overhand/study/report.h"

#include <fmt/format.h>

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

report::Verdict verdict_on(const Study& study) {
  return {report::Level::unknown,
          "Claims of the paper, and what is left of them.",
          fmt::format("{} experiments, seed {}.", study.experiments.size(), study.seed),
          sentences(true_source_claims(study)),
          sentences(claims(study)),
          {"Verdicts are computed from the figures; study.md has the numbers."}};
}

}  // namespace

Json report_page(const Study& study, const std::vector<report::Chart>& charts) {
  return {{"schema", 1},
          {"title", "The paper's experiments, run again"},
          {"audience", "external"},
          {"verdict", report::verdict_json(verdict_on(study))},
          {"sections",
           {report::section_json("figures", "Figures", "Every figure of the study.", charts)}},
          {"details", Json::array()},
          {"notes", Json::array()}};
}

}  // namespace overhand::study
