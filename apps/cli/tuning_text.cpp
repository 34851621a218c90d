#include "tuning_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace overhand::cli {
namespace {

using tuning::RiskBasis;
using tuning::Tuned;
using tuning::Tuning;

std::string options_text(const masking::OptionValues& options) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : options) {
    parts.push_back(fmt::format("{} {}", name, masking::text_of(value)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 30;
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

void print_row(const Tuned& tuned, const tuning::Point& point, RiskBasis basis,
               const char* remark) {
  const auto& figures = deciding(point.median, basis);
  fmt::print("{:<17} {:<30} {:>7.3f} {:>7.3f} {:>7.3f} {:>7.3f}  {:<8}{}\n", tuned.candidate.name,
             shortened(options_text(point.options)), value_of(figures.risk, "dbrl"),
             value_of(figures.score, "risk"), value_of(figures.score, "loss"),
             value_of(figures.score, "overall"), name_of(figures.pairing), remark);
}

// The methods by the score of their choice; those with nothing under the ceiling last.
std::vector<const Tuned*> ranked(const Tuning& tuning) {
  std::vector<const Tuned*> all;
  for (const auto& tuned : tuning.tuned) all.push_back(&tuned);
  const auto score = [&](const Tuned* tuned) {
    return tuned->choice ? overall_of(tuned->points[*tuned->choice], tuning.options.basis)
                         : std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(all, {}, score);
  return all;
}

void print_failures(const Tuned& tuned) {
  for (const auto& point : tuned.points) {
    if (!point.failure) continue;
    fmt::print("{}, {}: {}\n", tuned.candidate.name, options_text(point.options), *point.failure);
  }
}

}  // namespace

void print_trials(const Tuning& tuning) {
  const RiskBasis basis = tuning.options.basis;
  fmt::print("{} records, {} columns; at most {} of 1 linked (DBRL), {}.\n\n", tuning.rows,
             tuning.columns, tuning.options.max_risk,
             basis == RiskBasis::lineage ? "by true sources" : "paired as in the paper");
  fmt::print("{:<17} {:<30} {:>7} {:>7} {:>7} {:>7}  paired by\n", "method", "setting", "DBRL",
             "risk", "loss", "overall");
  for (const auto* tuned : ranked(tuning)) {
    if (tuned->choice)
      print_row(*tuned, tuned->points[*tuned->choice], basis, "");
    else if (tuned->nearest) {
      print_row(*tuned, tuned->points[*tuned->nearest], basis, "above the ceiling: its safest");
    }
  }
  fmt::print("\n");
  for (const auto& tuned : tuning.tuned) print_failures(tuned);
}

void print_decision(const release::Decision& decision) {
  fmt::print("Chosen: {}. {}\n", decision.setting, decision.why);
}

}  // namespace overhand::cli
