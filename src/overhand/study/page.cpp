#include "overhand/study/page.h"

#include <fmt/format.h>

#include <array>

namespace overhand::study {
namespace {

using evaluation::MeasureId;
using tuning::Reading;

const std::vector<Family> ranked = {Family::paper, Family::ours, Family::other};

std::string verdict(const Claim& claim) {
  if (!claim.holds) return "not run";
  return *claim.holds ? "holds" : "**does not hold**";
}

std::string claim_table(const std::vector<Claim>& claims) {
  std::string text = "| claim | verdict | our figures | why |\n|---|---|---|---|\n";
  for (const auto& claim : claims) {
    text += fmt::format("| {} | {} | {} | {} |\n", claim.statement, verdict(claim), claim.found,
                        claim.why);
  }
  return text + "\n";
}

// " (over the ceiling)", on some of many tables " (over the ceiling on 3 of 30)".
std::string over_the_ceiling(const Chosen& chosen) {
  const std::size_t tables = chosen.settings.size();
  if (chosen.tables_under == tables) return "";
  if (tables == 1) return " (over the ceiling)";
  return fmt::format(" (over the ceiling on {} of {})", tables - chosen.tables_under, tables);
}

std::string score_row(const Standing& standing, Reading reading) {
  const auto& median = deciding(standing.chosen->point.median, reading);
  std::string cells;
  for (const MeasureId id : {MeasureId::dbrl, MeasureId::rid, MeasureId::sdid, MeasureId::ps,
                             MeasureId::pil, MeasureId::brmae, MeasureId::brmse}) {
    cells += fmt::format(" {:.3f} |", value_of(median, id));
  }
  return fmt::format("| {}{} | {} | {} |{} **{:.3f}** |\n", standing.method->entrant.name,
                     over_the_ceiling(*standing.chosen),
                     setting_text(*standing.method, *standing.chosen), name_of(median.pairing),
                     cells, standing.overall);
}

std::string score_table(const ExperimentResult& result, Reading reading,
                        const std::vector<Family>& families) {
  std::string text =
      "| method | setting | pairing | DBRL | RID | SDID | PS | PIL | brMAE | brMSE | overall |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& standing : ranking(result, reading, families))
    text += score_row(standing, reading);
  return text + "\n";
}

std::string heading(const ExperimentResult& result) {
  const std::string tables =
      result.tables == 1
          ? fmt::format("{} maskings of each setting", result.replications)
          : fmt::format("{} tables, each masked once by each setting and tuned by itself",
                        result.tables);
  return fmt::format("### {} ({} × {}; {})\n\n", result.title, result.rows, result.columns, tables);
}

std::string experiments_section(const Study& study, Reading reading) {
  std::string text;
  for (const auto& result : study.experiments) {
    text += heading(result) + score_table(result, reading, ranked);
  }
  return text;
}

// Settings that a method refused, so that no one takes their absence for a result.
std::string failures_section(const Study& study) {
  std::string text;
  for (const auto& result : study.experiments) {
    for (const auto& method : result.methods) {
      for (const auto& point : method.points) {
        if (!point.failure) continue;
        text += fmt::format("- {}, {}, {}: {}\n", result.title, method.entrant.name,
                            setting_text(point), point.failure->message);
      }
    }
  }
  return text.empty() ? "" : "## Settings that were refused\n\n" + text + "\n";
}

std::string variants_section(const Study& study) {
  std::string text =
      "## Where the R software bends the result\n\n"
      "**Rank swapping as sdcMicro runs it**: 5 % of the values at each end become their mean, and "
      "the percent is read as a fraction, so that every value of the grid swaps without limit.\n\n"
      "| table | rank_swap, as meant | DBRL | PS | overall | as sdcMicro runs it: DBRL | PS | "
      "overall |\n|---|---|---|---|---|---|---|---|\n";
  for (const auto& result : study.experiments) {
    const auto* meant = find_method(result, "rank_swap");
    const auto* run = find_method(result, "rank_swap_sdcmicro");
    if (meant == nullptr || run == nullptr || !meant->as_published || !run->as_published) continue;
    const auto cells = [](const evaluation::Measurements& m) {
      return fmt::format("{:.3f} | {:.3f} | {:.3f}", value_of(m, MeasureId::dbrl),
                         value_of(m, MeasureId::ps), value_of(m, MeasureId::overall_score));
    };
    text += fmt::format("| {} | {} | {} | {} |\n", result.title,
                        setting_text(*meant, *meant->as_published),
                        cells(meant->as_published->point.median.as_published),
                        cells(run->as_published->point.median.as_published));
  }
  if (study.glm.empty()) return text + "\n";
  text +=
      "\n**PS as R's glm gives it**: undamped Newton steps, which diverge on heavy tails and then "
      "give 1 (medians over maskings of their own).\n\n"
      "| table | method | PS damped | PS by glm | gave 1 in | overall damped | overall by glm |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const auto& row : study.glm) {
    text += fmt::format("| {} | {} | {:.3f} | {:.3f} | {:.0f} % | {:.3f} | {:.3f} |\n",
                        row.experiment, row.method, value_of(row.damped, MeasureId::ps),
                        value_of(row.glm, MeasureId::ps), 100 * row.diverged,
                        value_of(row.damped, MeasureId::overall_score),
                        value_of(row.glm, MeasureId::overall_score));
  }
  return text + "\n";
}

// The most bins under the ceiling by true sources, over the few bins and the paper's grid.
std::string needs_of_sjppds(const ExperimentResult& result) {
  const tuning::Point* most = nullptr;
  for (const char* name : {"sjppds_few_bins", "sjppds"}) {
    const auto* method = find_method(result, name);
    if (method == nullptr) continue;
    for (const auto& point : method->points) {
      if (!point.failure && dbrl_of(point, Reading::by_true_source) < ceiling) most = &point;
    }
  }
  if (most == nullptr) return fmt::format("| {} | none | | | |\n", result.title);
  const auto standings = ranking(result, Reading::by_true_source, ranked);
  return fmt::format("| {} | {} | {:.3f} | {:.3f} | {} {:.3f} |\n", result.title,
                     setting_text(*most), dbrl_of(*most, Reading::by_true_source),
                     overall_of(*most, Reading::by_true_source),
                     standings.front().method->entrant.name, standings.front().overall);
}

std::string needs_section(const Study& study) {
  std::string text =
      "### What SJPPDS needs to get under the ceiling\n\n"
      "The most bins with a median DBRL below 0.2 by true sources, 1 to 9 and the paper's grid "
      "tried.\n\n"
      "| table | bins | DBRL | overall | the best method there |\n|---|---|---|---|---|\n";
  for (const auto& result : study.experiments) text += needs_of_sjppds(result);
  return text + "\n";
}

std::string thresholds_section(const Study& study) {
  if (!study.thresholds) return "";
  std::string text =
      "## The ceiling decides: noise on Census\n\n| ceiling of DBRL | noise chosen | published "
      "|\n|---|---|---|\n";
  constexpr std::array published = {"9 %", "69 %", "93 %"};
  for (std::size_t i = 0; i < study.thresholds->chosen.size(); ++i) {
    const auto& threshold = study.thresholds->chosen[i];
    const auto percent = percent_of(*study.thresholds, threshold);
    text += fmt::format("| {} | {} | {} |\n", threshold.max_risk,
                        percent ? fmt::format("{} %", *percent) : "none", published[i]);
  }
  return text + "\n";
}

std::string who_wins(const Study& study) {
  std::string text = "| table | best as in the paper | best by true sources |\n|---|---|---|\n";
  for (const auto& result : study.experiments) {
    const auto published = ranking(result, Reading::as_published, {Family::paper});
    const auto by_source = ranking(result, Reading::by_true_source, ranked);
    if (published.empty() || by_source.empty()) continue;
    text += fmt::format("| {} | {} {:.3f} | {} {:.3f} |\n", result.title,
                        published.front().method->entrant.name, published.front().overall,
                        by_source.front().method->entrant.name, by_source.front().overall);
  }
  return text + "\n";
}

std::string survival(const std::vector<Claim>& claims) {
  const auto& first = claims.front();
  if (!first.holds) return "";
  return *first.holds
             ? "The published conclusion, that SJPPDS is best, survives pairing by true source.\n\n"
             : "**The published conclusion, that SJPPDS is best, does not survive pairing "
               "by true source.**\n\n";
}

}  // namespace

std::string markdown_page(const Study& study) {
  const auto by_source = true_source_claims(study);
  std::string text = fmt::format(
      "# The paper's experiments, run again\n\n"
      "Written by `overhand study` (seed {}, {} replications, grids of {}, {} simulated tables of "
      "each kind; ceiling {} on DBRL; medians). Every verdict is computed from the figures. "
      "E. Chaibub Neto (2024), Trans. Data Privacy.\n\n",
      study.seed, study.size.replications, study.size.grid_points, study.size.simulated_tables,
      ceiling);
  text += "## In short\n\n" + survival(by_source) + who_wins(study);
  text += "## The claims of the paper, measured as in the paper\n\n" + claim_table(claims(study));
  text += experiments_section(study, Reading::as_published);
  text +=
      "## Time\n\nProcessor time on one thread, medians of as many replications (fewer where they "
      "take over a minute), on the machine "
      "that ran the study: other work on it still bends these figures.\n\n" +
      claim_table(timing_claims(study));
  text += thresholds_section(study) + variants_section(study);
  text +=
      "## The same by true sources\n\n"
      "Each masked record is held against the record it comes from (its lineage; rows where a "
      "method keeps them). Cart and ipso make records without a source: for them the sorted "
      "pairing is all there is, and it is lenient.\n\n" +
      claim_table(by_source);
  text += experiments_section(study, Reading::by_true_source) + needs_section(study);
  return text + failures_section(study);
}

std::string index_page(const std::vector<CsvFile>& tables,
                       const std::vector<report::Chart>& charts) {
  std::string text =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Overhand: the "
      "paper's experiments</title>\n<style>body{font:16px/1.5 sans-serif;max-width:60em;margin:2em "
      "auto;padding:0 1em}img{max-width:100%}</style></head><body>\n<h1>The paper's experiments, "
      "run again</h1>\n<p><a href=\"study.md\">Claims and verdicts</a> · <a "
      "href=\"results.json\">results.json</a></p>\n<h2>Tables</h2>\n<ul>\n";
  for (const auto& table : tables) {
    text += fmt::format("<li><a href=\"{0}\">{0}</a>: {1}</li>\n", table.name, table.title);
  }
  text += "</ul>\n<h2>Figures</h2>\n";
  for (const auto& chart : charts) {
    text += fmt::format(
        "<h3>{1}</h3>\n<p><a href=\"{0}.vl.json\">{0}.vl.json</a></p>\n<img src=\"{0}.svg\" "
        "alt=\"{1}\">\n",
        chart.id, chart.title);
  }
  return text + "</body></html>\n";
}

}  // namespace overhand::study
