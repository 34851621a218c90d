#include "overhand/release/release.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "overhand/evaluation/analyses.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/relations/derivation.h"
#include "overhand/risk/dbrl.h"
#include "overhand/risk/kept_columns.h"
#include "overhand/table/column_words.h"
#include "overhand/tuning/choice.h"

namespace overhand::release {
namespace {

using evaluation::Evaluation;
using evaluation::Evaluator;
using tuning::Point;
using tuning::Tuned;
using tuning::Tuning;

// Alone in its bin a value stays where it is: an outlier that is alone in most of its columns goes
// out nearly whole, and among all records does not count.
constexpr std::int64_t fewest_in_bin = 10;

Error refusal(std::string message) { return {ErrorKind::refused, std::move(message)}; }

struct Choice {
  const Tuned& tuned;
  const Point& point;

  std::string setting() const { return tuning::setting_text(tuned.candidate.name, point.options); }
};

Choice choice_of(const Tuning& tuning) {
  const Tuned& best = tuning.tuned[*tuning.best];
  return {best, best.points[*best.choice]};
}

// Those that could be measured.
std::vector<Choice> settings_of(const Tuning& tuning) {
  std::vector<Choice> all;
  for (const Tuned& tuned : tuning.tuned) {
    for (const Point& point : tuned.points) {
      if (!point.failure) all.push_back({tuned, point});
    }
  }
  return all;
}

std::vector<Choice> under_ceiling(const Tuning& tuning) {
  std::vector<Choice> under;
  for (const Choice& setting : settings_of(tuning)) {
    if (dbrl_of(setting.point, tuning.options.reading) <= tuning.options.max_risk) {
      under.push_back(setting);
    }
  }
  return under;
}

Error nothing_tried(const Tuning& tuning) {
  Error error = *tuning.tuned.front().points.front().failure;
  error.kind = ErrorKind::invalid_data;
  error.message = "No setting could be tried. " + error.message;
  return error;
}

// What to leave out where columns that go out as they are give records away.
std::vector<Remedy> ways_out(const Table& original) {
  const auto telling = risk::most_telling_kept(original);
  return telling.empty() ? std::vector<Remedy>{} : std::vector<Remedy>{{Action::drop, telling}};
}

Error none_released(const Table& original, const Tuning& tuning, const Choice& best,
                    std::size_t settings) {
  Error error = refusal(fmt::format(
      "None of the {} settings under the ceiling of {} can be released; nothing was masked. The "
      "best of them, {}: {}.",
      settings, tuning.options.max_risk, best.setting(), *best.point.excluded));
  const tuning::Extent extent{tuning.rows, tuning.trial_rows};
  if (!is_known_too_well(best.point, tuning.options, extent)) return error;
  error.remedies = ways_out(original);
  if (!error.remedies.empty()) {
    error.message += fmt::format(" Of the columns to keep, '{}' tells most.",
                                 told(error.remedies.front().columns.front()));
  }
  return error;
}

Error nothing_chosen(const Table& original, const Tuning& tuning) {
  if (settings_of(tuning).empty()) return nothing_tried(tuning);
  const std::vector<Choice> under = under_ceiling(tuning);
  if (under.empty()) {
    return refusal(fmt::format("Nothing tried has a risk of {} or less; nothing was masked.",
                               tuning.options.max_risk));
  }
  const auto best = std::ranges::min_element(under, {}, [&](const Choice& setting) {
    return score_of(setting.point, tuning.options.reading, tuning.options.score);
  });
  return none_released(original, tuning, *best, under.size());
}

std::string why(const Tuning& tuning, const Choice& choice) {
  const std::vector<Choice> under = under_ceiling(tuning);
  std::vector<Choice> released;
  std::ranges::copy_if(under, std::back_inserter(released),
                       [](const Choice& setting) { return !setting.point.excluded; });
  const auto score = [&](const Choice& setting) {
    return score_of(setting.point, tuning.options.reading, tuning.options.score);
  };
  const double lowest = score(*std::ranges::min_element(released, {}, score));
  const std::size_t aside = under.size() - released.size();
  const std::string label = label_of(tuning.options.score);
  const std::string settings =
      fmt::format("of the {} setting{} that can be released under the ceiling", released.size(),
                  released.size() == 1 ? "" : "s");
  return fmt::format(
      "{}{}.",
      score(choice) <= lowest
          ? fmt::format("It has the lowest {} ({:.3f}) {}", label, lowest, settings)
          : fmt::format("Its {} ({:.3f}) is within {} of the lowest {}, and of those so near it "
                        "has the lowest measured risk",
                        label, score(choice), tuning::nearly_equal_loss, settings),
      aside == 0 ? "" : fmt::format("; {} more {} set aside", aside, aside == 1 ? "was" : "were"));
}

// A sampled share is held against the ceiling by the upper end of its interval.
double highest_dbrl(const Evaluation& evaluation) {
  return highest(measurement_of(evaluation.by_pairing.front(), evaluation::MeasureId::dbrl));
}

// The one that the trials ran with, where it is of the whole table.
Result<std::shared_ptr<const Evaluator>> evaluator_of(const Table& original, const Tuning& tuning,
                                                      const Progress& progress) {
  if (tuning.evaluator) return tuning.evaluator;
  auto prepared = Evaluator::prepare(original, tuning.options.evaluator, progress);
  if (!prepared) return prepared.error();
  return std::make_shared<const Evaluator>(*std::move(prepared));
}

std::string why_found(const risk::KeptColumns& kept, double max_risk) {
  if (kept.copies.highest() > max_risk) {
    return fmt::format(
        "{:.3g} of the records are exact copies of original records that are unique, "
        "more than the ceiling of {}",
        kept.copies.share(), max_risk);
  }
  if (kept.unique > 0) {
    return fmt::format(
        "On the columns that go out as they are, {} of {} records are unique: who knows "
        "them finds the record",
        kept.unique, kept.records);
  }
  if (kept.units && kept.units->highest() > max_risk) {
    return fmt::format(
        "Who knows all records of a unit finds {:.3g} of the units, more than the ceiling of {}",
        kept.units->share(), max_risk);
  }
  if (kept.ranks && kept.ranks->highest() > max_risk) {
    return fmt::format(
        "Who goes by the ranks of values and the order of levels finds {:.3g} of the records, more "
        "than the ceiling of {}",
        kept.ranks->share(), max_risk);
  }
  return fmt::format(
      "Who knows the columns that go out as they are finds {:.3g} of the records, "
      "more than the ceiling of {}",
      kept.found_share(), max_risk);
}

std::string why_in_small_classes(const risk::KeptColumns& kept, double max_risk) {
  return fmt::format(
      "These records have no source to tell the risk by, and on the columns that go out as they "
      "are {} of {} are in classes of fewer than {}, more than the ceiling of {}",
      kept.in_small_classes, kept.records, risk::small_class, max_risk);
}

// What goes out as it was is found without any masked value.
std::optional<Error> problem_with_kept_columns(const Table& original, const risk::KeptColumns& kept,
                                               bool has_sources, const Terms& terms,
                                               double max_risk) {
  const double found = terms.is_attacked ? kept.copies.highest() : kept.found_share();
  const bool is_found = found > max_risk || kept.unique > 0;
  const bool is_told = has_sources || terms.is_attacked;
  if (!is_found && (is_told || kept.found_without_sources() <= max_risk)) return std::nullopt;
  Error error =
      refusal((is_found ? why_found(kept, max_risk) : why_in_small_classes(kept, max_risk)) +
              "; nothing was released.");
  std::vector<std::string> names = risk::most_telling_kept(original);
  names.insert(names.end(), kept.unchanged.begin(), kept.unchanged.end());
  if (!names.empty()) error.remedies = {{Action::drop, names}};
  return error;
}

Error above_ceiling(const Tuning& tuning, const Choice& choice, double risk) {
  Error error = refusal(fmt::format(
      "This very table, masked by {}, links {:.3g} of its records, {:.2g} more than the ceiling of "
      "{}, though its trials linked {:.3g}{}; nothing was released.",
      choice.setting(), risk, risk - tuning.options.max_risk, tuning.options.max_risk,
      dbrl_of(choice.point, tuning.options.reading),
      tuning.options.reading == tuning::Reading::as_published ? " as published" : ""));
  error.remedies = {{Action::lower_ceiling}};
  return error;
}

Error too_implausible(const Tuning& tuning, const Choice& choice, double share) {
  return refusal(fmt::format(
      "This very table, masked by {}, has implausible values in {:.1f} % of its records, more than "
      "{:.0f} %, though its trials had less; nothing was released.",
      choice.setting(), 100 * share, 100 * tuning.options.max_implausible));
}

// The columns that a method sees.
Table without_derived(const Table& original, const Structure& structure) {
  std::vector<Column> columns = original.columns();
  for (const std::string& formula : structure.derive) {
    const std::string name = relations::derived_name(formula);
    std::erase_if(columns, [&](const Column& column) { return column.name == name; });
  }
  return Table(std::move(columns));
}

// Classes are those of all records, and whoever is sought within one is sought among all of it.
void set_classes(const Whole& whole, risk::KeptColumns& kept) {
  kept.records = whole.records;
  kept.unique = whole.unique;
  kept.below_three = whole.below_three;
  kept.in_small_classes = whole.in_small_classes;
  kept.smallest_class = whole.smallest_class;
  kept.linkage.reset();
  kept.ranks.reset();
  kept.told.clear();
}

void set_measured(const Whole& whole, Evaluation& evaluation) {
  evaluation.notes.push_back(
      fmt::format("What analysts keep was measured on {} of the {} records, drawn at random, and "
                  "how columns go "
                  "together on all; whom an intruder finds was sought among all of them.",
                  evaluation.rows, whole.records));
  evaluation.by_pairing.resize(1);  // others would pair the sample with itself
  for (auto& measurement : evaluation.by_pairing.front().all) {
    if (measurement.id == evaluation::MeasureId::implausible) measurement.sample = evaluation.rows;
  }
  evaluation.rows = evaluation.masked_rows = whole.records;
  evaluation.isolation.reset();
  for (const auto& measurement : whole.measured)
    replace(measurement, evaluation.by_pairing.front());
  if (whole.worst_association) evaluation.worst_association = whole.worst_association;
}

}  // namespace

std::optional<Error> problem_before_trials(const Table& original, const Structure& structure) {
  const std::size_t unique = risk::unique_on_kept(original, structure);
  if (unique == 0) return std::nullopt;
  Error error = refusal(fmt::format(
      "On the columns to keep, {} of {} records are unique: who knows them finds the record; "
      "nothing was tried.",
      unique, original.row_count()));
  error.remedies = ways_out(original);
  return error;
}

Result<Tuning> try_settings(const Table& original, const Wish& wish, const Progress& progress) {
  tuning::GridSize grid = wish.grid;
  grid.min_bin = fewest_in_bin;
  grid.has_orders = grid.has_orders && wish.tuning.structure.unit.empty();
  const auto candidates = tuning::candidates_for(
      wish.method, without_derived(original, wish.tuning.structure), wish.trial_key, grid);
  if (!candidates) return candidates.error();
  tuning::TuneOptions options = wish.tuning;
  options.rule = tuning::Rule::release;
  return tuning::tune(original, *candidates, options, {wish.trial_key, progress});
}

Decision decision_of(const Tuning& tuning) {
  const Choice choice = choice_of(tuning);
  return {choice.setting(), why(tuning, choice)};
}

Result<Released> release(const Table& original, const Tuning& tuning, const Terms& terms,
                         const Progress& progress) {
  if (!tuning.best) return nothing_chosen(original, tuning);
  const Choice choice = choice_of(tuning);
  const auto key = terms.key ? Result<random::Key>(*terms.key) : random::fresh_key();
  if (!key) return key.error();
  auto masked = masking::mask(
      *choice.tuned.candidate.method, original,
      {.values = choice.point.options, .shuffle_rows = true, .structure = tuning.options.structure},
      {*key, progress});
  if (!masked) return masked.error();
  return measured(original, *std::move(masked), tuning, terms, progress);
}

Result<Released> measured(const Table& original, masking::Masked masked, const Tuning& tuning,
                          const Terms& terms, const Progress& progress) {
  const Choice choice = choice_of(tuning);
  auto kept = evaluation::kept_in(original, masked);
  if (terms.whole) set_classes(*terms.whole, kept);
  if (auto problem = problem_with_kept_columns(original, kept, masked.lineage.has_value(), terms,
                                               tuning.options.max_risk)) {
    return *std::move(problem);
  }
  const auto evaluator = evaluator_of(original, tuning, progress);
  if (!evaluator) return evaluator.error();
  auto asked = evaluation::asked_of(*choice.tuned.candidate.method, masked, terms.for_report);
  asked.trees = evaluation::all_trees();
  auto evaluation = (*evaluator)->evaluate(masked.table, asked, progress);
  if (!evaluation) return evaluation.error();
  if (terms.whole) set_measured(*terms.whole, *evaluation);
  const double risk = highest_dbrl(*evaluation);
  if (risk > tuning.options.max_risk) return above_ceiling(tuning, choice, risk);
  const double implausible =
      value_of(evaluation->by_pairing.front(), evaluation::MeasureId::implausible);
  if (implausible > tuning.options.max_implausible) {
    return too_implausible(tuning, choice, implausible);
  }
  if (!terms.analyses.empty()) {
    evaluation = evaluation::with_analyses(*std::move(evaluation), original, masked.table,
                                           terms.analyses, progress);
    if (!evaluation) return evaluation.error();
  }
  return Released{std::move(masked), *std::move(evaluation), std::move(kept), decision_of(tuning)};
}

}  // namespace overhand::release
