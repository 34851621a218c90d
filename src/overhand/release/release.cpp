#include "overhand/release/release.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/tuning/applied.h"

namespace overhand::release {
namespace {

using tuning::Point;
using tuning::Tuned;
using tuning::Tuning;

Error refusal(std::string message) { return {ErrorKind::refused, std::move(message)}; }

Error nothing_chosen(const Tuning& tuning) {
  return refusal(fmt::format("Nothing tried has a risk of {} or less; nothing was masked.",
                             tuning.options.max_risk));
}

struct Choice {
  const Tuned& tuned;
  const Point& point;
};

Choice choice_of(const Tuning& tuning) {
  const Tuned& best = tuning.tuned[*tuning.best];
  return {best, best.points[*best.choice]};
}

std::size_t settings_under_ceiling(const Tuning& tuning) {
  std::size_t count = 0;
  for (const Tuned& tuned : tuning.tuned) {
    count += static_cast<std::size_t>(std::ranges::count_if(tuned.points, [&](const Point& point) {
      return !point.failure && risk_of(point, tuning.options.basis) <= tuning.options.max_risk;
    }));
  }
  return count;
}

Decision decision_on(const Tuning& tuning, const Choice& choice, double risk) {
  return {
      tuning::setting_text(choice.tuned.candidate.name, choice.point.options),
      fmt::format("It has the lowest overall score ({:.3f}) of the {} settings under the "
                  "ceiling.",
                  overall_of(choice.point, tuning.options.basis), settings_under_ceiling(tuning)),
      risk, tuning.options.max_risk};
}

// A sampled share is held against the ceiling by the upper end of its interval.
double highest_risk(const tuning::Evaluation& evaluation) {
  const auto& risk = evaluation.figures.front().risk;
  const auto dbrl = std::ranges::find(risk, "dbrl", &tuning::Value::name);
  return dbrl->interval ? dbrl->interval->high : dbrl->value;
}

Error above_ceiling(const Tuning& tuning, const Choice& choice, double risk) {
  return refusal(fmt::format(
      "This very table, masked by {}, links {:.3g} of its records, {:.2g} more than the ceiling of "
      "{}, though its trials linked {:.3g}{}; nothing was released. Ask for a lower --max-risk, so "
      "that a safer setting is chosen.",
      tuning::setting_text(choice.tuned.candidate.name, choice.point.options), risk,
      risk - tuning.options.max_risk, tuning.options.max_risk,
      risk_of(choice.point, tuning.options.basis),
      tuning.options.basis == tuning::RiskBasis::paper ? " as published" : ""));
}

}  // namespace

Result<Tuning> try_settings(const Table& original, const Wish& wish, const Progress& progress) {
  const auto candidates = tuning::candidates_for(wish.method, original, wish.trial_key, wish.grid);
  if (!candidates) return candidates.error();
  return tuning::tune(original, *candidates, wish.tuning, {wish.trial_key, progress});
}

Result<Released> release(const Table& original, const Tuning& tuning,
                         const std::optional<random::Key>& given, const Progress& progress) {
  if (!tuning.best) return nothing_chosen(tuning);
  const Choice choice = choice_of(tuning);
  const auto key = given ? Result<random::Key>(*given) : random::fresh_key();
  if (!key) return key.error();
  auto masked =
      masking::mask(*choice.tuned.candidate.method, original,
                    {.values = choice.point.options, .shuffle_rows = true}, {*key, progress});
  if (!masked) return masked.error();
  auto evaluation = tuning::evaluate_truly(original, *masked, tuning.options.evaluator, progress);
  if (!evaluation) return evaluation.error();
  const double risk = highest_risk(*evaluation);
  if (risk > tuning.options.max_risk) return above_ceiling(tuning, choice, risk);
  Decision decision = decision_on(tuning, choice, risk);
  return Released{*std::move(masked), *std::move(evaluation), std::move(decision)};
}

}  // namespace overhand::release
