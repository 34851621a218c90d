#include "tuning_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "error_words.h"
#include "overhand/core/text.h"
#include "overhand/report/risk_words.h"
#include "overhand/tuning/choice.h"

namespace overhand::cli {
namespace {

using evaluation::MeasureId;
using tuning::Reading;
using tuning::Tuned;
using tuning::Tuning;

std::string options_text(const masking::OptionValues& options) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : options) {
    parts.push_back(fmt::format("{} {}", name, masking::text_of(value)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string remark_on(const tuning::Point& point, const Tuning& tuning) {
  const tuning::TuneOptions& options = tuning.options;
  if (point.excluded && is_implausible(point, tuning) && !point.broken.empty()) {
    return fmt::format("not chosen: {}; broken most: {}", *point.excluded,
                       printable(point.broken.front().rule));
  }
  if (point.excluded) return "not chosen: " + *point.excluded;
  return dbrl_of(point, options.reading) > options.max_risk ? "above the ceiling: its safest" : "";
}

// What stands beside a setting, the score that ranks last.
struct Shown {
  const char* title;
  MeasureId measure;
};
std::vector<Shown> shown_by(tuning::Score score) {
  if (score == tuning::Score::paper) {
    return {{"DBRL", MeasureId::dbrl},
            {"risk", MeasureId::risk_score},
            {"loss", MeasureId::loss_score},
            {"overall", MeasureId::overall_score}};
  }
  return {{"DBRL", MeasureId::dbrl},
          {"ps", MeasureId::ps},
          {"pil", MeasureId::pil},
          {"c2st", MeasureId::c2st},
          {"implaus", MeasureId::implausible},
          {"loss", MeasureId::shape_loss}};
}

void print_row(const Tuned& tuned, const tuning::Point& point, const Tuning& tuning) {
  const tuning::TuneOptions& options = tuning.options;
  const auto& median = deciding(point.median, options.reading);
  constexpr std::size_t width = 30;
  fmt::print("{:<17} {:<{}}", tuned.candidate.name,
             shortened(options_text(point.options), width - 3), width);
  for (const Shown& shown : shown_by(options.score)) {
    fmt::print(" {:>7}", has(median, shown.measure)
                             ? fmt::format("{:.3f}", value_of(median, shown.measure))
                             : "-");
  }
  fmt::print("  {:<8} {}\n", name_of(median.pairing), remark_on(point, tuning));
}

// The chosen method, then the others by the score of their choice; those with nothing to choose
// last.
std::vector<const Tuned*> ranked(const Tuning& tuning) {
  std::vector<const Tuned*> all;
  for (const auto& tuned : tuning.tuned) all.push_back(&tuned);
  const auto score = [&](const Tuned* tuned) {
    return tuned->choice ? score_of(tuned->points[*tuned->choice], tuning.options.reading,
                                    tuning.options.score)
                         : std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(all, {}, score);
  if (tuning.best) {
    const auto best = std::ranges::find(all, &tuning.tuned[*tuning.best]);
    std::rotate(all.begin(), best, best + 1);
  }
  return all;
}

// One reason, and the settings that it befell.
struct Failures {
  std::string sentence;
  std::string example;
  std::vector<std::string> methods;
  std::size_t settings = 0;
};

// Sentences that differ in their numbers alone are the same: "k must be at most 15, not 16."
std::string without_numbers(std::string sentence) {
  std::erase_if(sentence, [](char c) { return c >= '0' && c <= '9'; });
  return sentence;
}

// "cannot mask ...": the method stands before it, with others that cannot.
std::string without_name(const std::string& sentence, const std::string& method) {
  if (sentence.starts_with(method + " ")) return sentence.substr(method.size() + 1);
  const std::string behind = ": " + method + " ";  // "In the stratum of record 7: mdav cannot ..."
  const auto place = sentence.find(behind);
  if (place == std::string::npos) return sentence;
  return sentence.substr(place + behind.size());
}

std::vector<Failures> failures_of(const Tuning& tuning) {
  std::vector<Failures> all;
  for (const Tuned& tuned : tuning.tuned) {
    for (const auto& point : tuned.points) {
      if (!point.failure) continue;
      const std::string sentence = without_name(words_of(*point.failure), tuned.candidate.name);
      auto found = std::ranges::find(all, without_numbers(sentence),
                                     [](const Failures& f) { return without_numbers(f.sentence); });
      if (found == all.end()) {
        found = all.insert(all.end(),
                           {sentence, tuning::setting_text(tuned.candidate.name, point.options)});
      }
      auto& methods = found->methods;
      if (methods.empty() || methods.back() != tuned.candidate.name) {
        methods.push_back(tuned.candidate.name);
      }
      ++found->settings;
    }
  }
  return all;
}

void print_failures(const Tuning& tuning) {
  for (const auto& [sentence, example, methods, settings] : failures_of(tuning)) {
    if (settings == 1)
      fmt::print("{}: {}\n", example, sentence);
    else
      fmt::print("{}, {} settings: {}\n", fmt::join(methods, ", "), settings, sentence);
  }
}

std::size_t stopped_early(const Tuning& tuning) {
  std::size_t count = 0;
  for (const Tuned& tuned : tuning.tuned) {
    if (tuned.candidate.method->is_deterministic) continue;
    for (const auto& point : tuned.points) {
      count +=
          static_cast<std::size_t>(point.replicates.size() == 1 && tuning.options.replications > 1);
    }
  }
  return count;
}

void print_extent(const Tuning& tuning) {
  if (tuning.trial_rows < tuning.rows) {
    fmt::print(
        "Tried on a random sample of {} records: fewer are easier to link, so a sample is the "
        "careful side.\n",
        report::grouped(tuning.trial_rows));
  }
  if (const std::size_t count = stopped_early(tuning); count > 0) {
    const bool is_limited = std::isfinite(tuning.options.time.seconds);
    fmt::print("{} settings were tried once only: far above the ceiling{}.\n", count,
               is_limited ? ", or the time was up" : "");
  }
}

const char* ranking_sentence(tuning::Score score) {
  return score == tuning::Score::paper
             ? "Ranked by the paper's overall score: the mean of its risk and its loss."
             : "Ranked by loss: the mean of ps, pil (of a mixed table: of pil and tv_mean), c2st "
               "and "
               "implausible.";
}

void print_readings(const Tuning& tuning) {
  const bool has_sorted = std::ranges::any_of(tuning.tuned, [&](const Tuned& tuned) {
    const auto shown = shown_point(tuned, tuning.options);
    return shown && deciding(tuned.points[*shown].median, tuning.options.reading).pairing ==
                        evaluation::Pairing::sorted;
  });
  if (!has_sorted) return;
  fmt::print(
      "Paired by row or lineage: each record with its true source. Sorted: no source is known, and "
      "the risk is a lower bound.\n");
}

// "tax <= income (12 % of the records)" of the rules that are broken most.
std::string broken_words(const tuning::Point& point, std::size_t records) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> rules;
  for (const auto& [rule, broken] : point.broken) {
    if (rules.size() == most_named) break;
    rules.push_back(fmt::format("{} ({:.2g} % of the records)", rule,
                                100 * static_cast<double>(broken) / static_cast<double>(records)));
  }
  return fmt::format("{}", fmt::join(rules, ", "));
}

// The best of those whose risk is low enough, which the refusal names.
const tuning::Point* best_under_ceiling(const Tuning& tuning) {
  const auto& options = tuning.options;
  const auto score = [&](const tuning::Point& point) {
    return score_of(point, options.reading, options.score);
  };
  const tuning::Point* best = nullptr;
  for (const Tuned& tuned : tuning.tuned) {
    for (const auto& point : tuned.points) {
      if (point.failure || dbrl_of(point, options.reading) > options.max_risk) continue;
      if (best == nullptr || score(point) < score(*best)) best = &point;
    }
  }
  return best;
}

}  // namespace

Error with_broken_rules(Error error, const Tuning& tuning) {
  const tuning::Point* best = tuning.best ? nullptr : best_under_ceiling(tuning);
  if (best == nullptr || best->broken.empty() || !is_implausible(*best, tuning)) {
    return error;
  }
  error.message += fmt::format(
      " What every original obeys and its records break most: {}. Leave a column of it out with "
      "--drop, or, where one can be computed from others, say how with --derive.",
      broken_words(*best, tuning.trial_rows));
  return error;
}

void print_trials(const Tuning& tuning) {
  const auto& options = tuning.options;
  fmt::print(
      "{} records, {} columns; at most {} of 1 linked (DBRL), {}.\n", report::grouped(tuning.rows),
      tuning.columns, options.max_risk,
      options.reading == Reading::by_true_source ? "by true sources" : "paired as in the paper");
  print_extent(tuning);
  fmt::print("{}\n", ranking_sentence(options.score));
  fmt::print("\n{:<17} {:<30}", "method", "setting");
  for (const Shown& shown : shown_by(options.score)) fmt::print(" {:>7}", shown.title);
  fmt::print("  paired by\n");
  for (const auto* tuned : ranked(tuning)) {
    if (const auto shown = shown_point(*tuned, options)) {
      print_row(*tuned, tuned->points[*shown], tuning);
    }
  }
  fmt::print("\n");
  print_readings(tuning);
  print_failures(tuning);
}

void print_decision(const release::Decision& decision) {
  fmt::print("\nChosen: {}. {}\n", decision.setting, decision.why);
}

void print_key_ways(const coarsening::KeyWays& ways) {
  fmt::print(
      "{} records share their keys with fewer than {}. Ways to mend that, and what the keys lose "
      "(shares; loss is their mean):\n  {:>6} {:>6} {:>6} {:>6} {:>6} {:>9}\n",
      report::grouped(ways.below), ways.k, "loss", "told", "cells", "tv", "assoc", "levels");
  for (std::size_t i = 0; i < ways.ways.size(); ++i) {
    const coarsening::KeyLoss& loss = ways.ways[i].loss;
    fmt::print("{} {:>6.3f} {:>6.3f} {:>6.3f} {:>6.3f} {:>6.3f} {:>9}  {}\n",
               i == ways.taken ? "*" : " ", loss.overall(), loss.told, loss.cells,
               loss.total_variation, loss.associations,
               fmt::format("{}/{}", loss.levels_after, loss.levels_before),
               printable(words_of_way(ways.ways[i])));
  }
  fmt::print("Taken (*): {}.\n\n", printable(words_of_way(ways.ways[ways.taken])));
}

void print_written(const std::vector<std::string>& files) {
  if (!files.empty()) fmt::print("\nWritten: {}\n", fmt::join(files, ", "));
}

}  // namespace overhand::cli
