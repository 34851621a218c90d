#include "overhand/release/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "overhand/core/stopping.h"
#include "overhand/evaluation/pairings.h"
#include "overhand/random/sample.h"
#include "overhand/release/advice_internal.h"
#include "overhand/release/gate_internal.h"
#include "overhand/risk/certain_cells.h"
#include "overhand/table/classes.h"
#include "overhand/tuning/choice.h"

namespace overhand::release {
namespace {

using tuning::Point;
using tuning::Tuned;
using tuning::Tuning;

// Whether a setting was measured, and is neither implausible nor known to be linked too often. Of
// records without a source the attacks alone tell, and so they do of what is kept: they know it
// first. (Who finds a record by all its values learns no new one.)
bool is_worth_an_attack(const Point& point, const Tuning& tuning) {
  if (point.failure || is_implausible(point, tuning)) return false;
  if (point.median.is_without_sources) return true;
  const tuning::Extent extent{tuning.rows, tuning.trial_rows};
  const bool is_left_out = point.excluded && !is_known_too_well(point, tuning.options, extent);
  return !is_left_out && dbrl_of(point, tuning.options.reading) <= tuning.options.max_risk;
}

// Those of one method, a few evenly spread from the least loss to the most.
std::vector<Attempt> attempts_with(const Tuning& tuning, std::size_t method) {
  constexpr std::size_t of_each = 4;
  const Tuned& tuned = tuning.tuned[method];
  std::vector<Attempt> attempts;
  for (std::size_t p = 0; p < tuned.points.size(); ++p) {
    const Point& point = tuned.points[p];
    if (!is_worth_an_attack(point, tuning)) continue;
    attempts.push_back({.method = method,
                        .point = p,
                        .setting = tuning::setting_text(tuned.candidate.name, point.options),
                        .loss = score_of(point, tuning.options.reading, tuning::Score::loss)});
  }
  std::ranges::stable_sort(attempts, {}, &Attempt::loss);
  return tuning::thinned(attempts, of_each);
}

// At most `most`, in the order of loss.
std::vector<Attempt> worth_attacking(const Tuning& tuning, std::size_t most) {
  std::vector<Attempt> attempts;
  for (std::size_t method = 0; method < tuning.tuned.size(); ++method) {
    std::ranges::move(attempts_with(tuning, method), std::back_inserter(attempts));
  }
  std::ranges::stable_sort(attempts, {}, &Attempt::loss);
  attempts.resize(std::min(attempts.size(), most));
  return attempts;
}

// The unit of each record; none where every record is its own.
std::vector<Row> units_of(const Table& table, const Structure& structure) {
  if (structure.unit.empty()) return {};
  return value_numbers(table.columns()[*find_column(table, structure.unit)]);
}

// What of a large table is attacked: some of its records, or of its units.
Table attacked_part(const Table& original, const GateWish& wish) {
  const auto& structure = wish.wish.tuning.structure;
  if (original.row_count() <= wish.most_attacked) return original;
  const auto units = units_of(original, structure);
  const std::size_t count = units.empty() ? original.row_count() : class_count(units);
  const double part =
      static_cast<double>(wish.most_attacked) / static_cast<double>(original.row_count());
  const auto taken = random::sample(wish.wish.trial_key, {random::Purpose::trial_sample, 1}, count,
                                    static_cast<std::size_t>(part * static_cast<double>(count)));
  if (units.empty()) return gather(original, taken);
  std::vector<char> is_taken(count);
  for (const std::uint32_t unit : taken) is_taken[unit] = 1;
  std::vector<Row> rows;
  for (std::size_t row = 0; row < units.size(); ++row) {
    if (is_taken[units[row]] != 0) rows.push_back(static_cast<Row>(row));
  }
  return gather(original, rows);
}

// Masks as one setting does, by a key of its own for each purpose.
using MaskFor = std::function<Result<masking::Masked>(const Table&, const std::string& purpose)>;

MaskFor mask_by(const Gate& gate, const Attempt& attempt, const GateWish& wish,
                const Progress& progress) {
  const Tuned& tuned = gate.tuning.tuned[attempt.method];
  return [&](const Table& table, const std::string& purpose) {
    const random::Key key = random::derived_key(wish.wish.trial_key, purpose);
    return masking::mask(*tuned.candidate.method, table,
                         {.values = tuned.points[attempt.point].options,
                          .shuffle_rows = true,
                          .structure = gate.tuning.options.structure},
                         {key, progress});
  };
}

// What whoever knows the method knows of its bins.
attacks::KnownBins bins_of(const Gate& gate, const Attempt& attempt) {
  const auto& options = gate.tuning.tuned[attempt.method].points[attempt.point].options;
  const auto whole = [&](const char* name, std::int64_t otherwise) {
    const auto found = options.find(name);
    const auto* value =
        found == options.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return value == nullptr ? otherwise : *value;
  };
  return {static_cast<int>(whole("bins", 0)), static_cast<std::size_t>(whole("min_bin", 1))};
}

attacks::AttackOptions options_for(const Gate& gate, const Attempt& attempt, const GateWish& wish) {
  attacks::AttackOptions options = wish.attacks;
  options.bins = bins_of(gate, attempt);
  return options;
}

// The sums of all splits of the plan for one setting.
Result<attacks::AttackSums> attack(const Table& table, const attacks::AttackPlan& plan,
                                   const Gate& gate, const Attempt& attempt, const GateWish& wish,
                                   const Progress& progress) {
  const MaskFor mask = mask_by(gate, attempt, wish, progress);
  const auto mask_some = [&](const Table& members, std::size_t split) -> Result<Table> {
    auto masked = mask(members, fmt::format("control split {}", split));
    if (!masked) return masked.error();
    return std::move(masked->table);
  };
  return attacks::attacks_on(table, plan, mask_some, options_for(gate, attempt, wish),
                             wish.wish.trial_key);
}

// Maskings by other keys, until none is left or they have come back often enough.
Status see_maskings(const Table& table, const MaskFor& mask, risk::CertainCells& cells) {
  for (std::size_t i = 0; i < risk::CertainCells::enough && cells.count() > 0; ++i) {
    const auto masked = mask(table, fmt::format("certain cells {}", i));
    if (!masked) return masked.error();
    cells.see(masked->table, masked->lineage);
  }
  return Done{};
}

Held held_cells(const risk::CertainCells& cells, const Ceilings& ceilings) {
  return {"certain_cells", "values of one or two records that stay with them in every masking",
          cells.share(), ceilings.certain_cells};
}

// What an intruder knows first must not name anybody.
Held kept_classes(const risk::KeptColumns& kept, const Ceilings& ceilings) {
  return {"kept_classes", "records that share what is kept with fewer than three",
          static_cast<double>(kept.below_three) / static_cast<double>(kept.records),
          ceilings.kept_classes};
}

// Who has all values of a record learns none from the release; that it is in it, he may.
Figure linked_by_all(const risk::KeptColumns& kept) {
  return {"linked_with_kept", "found by all values, among those who share what is kept",
          kept.found_share()};
}

// What was measured of the table beside the attacks.
void add_measured(const Released& released, const Ceilings& ceilings, std::vector<Held>& held) {
  using evaluation::MeasureId;
  const auto& measured = released.evaluation.by_pairing.front();
  if (evaluation::is_by_true_source(measured.pairing)) {
    held.push_back({"dbrl", "records that are nearest to their own original",
                    highest(measurement_of(measured, MeasureId::dbrl)), ceilings.dbrl});
  }
  held.push_back({"implausible", "records that break what all originals obey",
                  value_of(measured, MeasureId::implausible), ceilings.implausible});
  if (!released.kept.names.empty()) held.push_back(kept_classes(released.kept, ceilings));
}

// Where a part was attacked, one split of the whole: strangers are to be as near to the records of
// a large release as those who are in it.
Result<attacks::AttackPlan> plan_of_whole(const Table& original, const Gate& gate,
                                          const GateWish& wish) {
  if (!gate.is_of_part) return gate.plan;
  auto plan = attacks::attack_plan(original, units_of(original, gate.tuning.options.structure),
                                   wish.attacks, wish.wish.trial_key);
  if (plan) plan->splits.resize(1);
  return plan;
}

// Everybody is in: what the attacks get right about strangers is known from the splits.
Result<attacks::AttackSums> on_whole_table(const Table& original, const attacks::View& view,
                                           const Gate& gate, const Attempt& attempt,
                                           const GateWish& wish, attacks::Exposures& exposures) {
  const auto plan = plan_of_whole(original, gate, wish);
  if (!plan) return plan.error();
  const auto strangers = gate.is_of_part ? attack(original, *plan, gate, attempt, wish, Progress())
                                         : Result<attacks::AttackSums>(attempt.sums);
  if (!strangers) return strangers.error();
  auto sums = attacks::attacked(view, everybody(view.originals), plan->is_isolated, wish.attacks,
                                wish.wish.trial_key, &exposures);
  return attacks::with_controls_of(std::move(sums), *strangers);
}

// The columns that every attack sees.
std::vector<std::string> seen_columns(const Table& original) {
  const auto view = attacks::view_of(original, original);
  std::vector<std::string> names;
  if (!view) return names;
  for (const auto& column : view->columns) names.push_back(column.name);
  return names;
}

// The attempt, attacked and held against the ceilings.
Status attack_fully(const Table& part, const Gate& gate, const GateWish& wish,
                    const Progress& progress, Attempt& attempt) {
  auto sums = attack(part, gate.plan, gate, attempt, wish, progress);
  if (!sums) return sums.error();
  risk::CertainCells cells(part);
  const auto seen = see_maskings(part, mask_by(gate, attempt, wish, progress), cells);
  if (!seen) return seen.error();
  attempt.sums = *std::move(sums);
  attempt.held = held_against(wish.ceilings, attacks::attacks_of(attempt.sums));
  attempt.held.push_back(held_cells(cells, wish.ceilings));
  attempt.certain_columns = cells.columns();
  note_changes(wish.usual, attempt.held);
  return Done{};
}

}  // namespace

attacks::People everybody(std::size_t originals) {
  attacks::People people;
  people.members.resize(originals);
  std::iota(people.members.begin(), people.members.end(), Row{0});
  return people;
}

Tuning with_choice(Tuning tuning, const Attempt& attempt) {
  tuning.best = attempt.method;
  tuning.tuned[attempt.method].choice = attempt.point;
  tuning.tuned[attempt.method].points[attempt.point].excluded.reset();
  return tuning;
}

Result<const Attempt*> attempt_to_take(const Table& original, const Gate& gate,
                                       const GateWish& wish) {
  if (gate.attempts.empty() || (!gate.passed && !wish.takes_nearest)) {
    return nothing_passes(original, gate);
  }
  return &gate.attempts[gate.passed.value_or(gate.nearest)];
}

Terms attacked_terms(Terms terms) {
  terms.is_attacked = true;
  return terms;
}

Result<Gated> judged(const Table& original, const Trial& trial, Released released,
                     const Learnt& learnt, const Terms& terms, const Progress& progress) {
  const auto& [gate, attempt, wish, is_of_sample] = trial;
  risk::CertainCells cells(original);
  cells.see(released.masked.table, released.masked.lineage);
  const auto seen = see_maskings(original, mask_by(gate, attempt, wish, progress), cells);
  if (!seen) return seen.error();
  if (progress.cancelled()) return cancelled_error();
  Gated gated{std::move(released), attacks::attacks_of(learnt.sums), {}};
  gated.held = held_against(wish.ceilings, gated.attacks);
  gated.held.push_back(held_cells(cells, wish.ceilings));
  const std::size_t acceptable = gated.held.size();  // no reason lets out what comes behind
  add_measured(gated.released, wish.ceilings, gated.held);
  note_changes(wish.usual, gated.held);
  gated.figures = figures_of(gated.attacks);
  if (!gated.released.kept.empty()) gated.figures.push_back(linked_by_all(gated.released.kept));
  if (!is_of_sample) {  // whose extremes are not those of all
    std::ranges::move(figures_of(risk::exact_values(original, gated.released.masked.table)),
                      std::back_inserter(gated.figures));
  }
  const std::span held(gated.held);
  const bool is_accepted =
      wish.takes_nearest && std::ranges::all_of(held.subspan(acceptable), &Held::is_kept);
  if (!all_kept(gated.held) && !is_accepted) {
    return not_this_table(original, gate, attempt, gated.held);
  }
  if (!terms.for_report) return gated;
  auto ray = stoppable(progress, [&] {
    return attacks::x_ray(original, learnt.view, learnt.exposures, wish.attacks,
                          wish.wish.trial_key);
  });
  if (!ray) return ray.error();
  gated.xray = *std::move(ray);
  return gated;
}

Result<Gate> find_passing(const Table& original, const GateWish& wish, const Progress& progress) {
  auto tuning = try_settings(original, wish.wish, progress);
  if (!tuning) return tuning.error();
  Gate gate{*std::move(tuning), {}};
  const Table part = attacked_part(original, wish);
  auto plan = stoppable(progress, [&] {
    return attacks::attack_plan(part, units_of(part, gate.tuning.options.structure), wish.attacks,
                                wish.wish.trial_key);
  });
  if (!plan) return plan.error();
  gate.plan = *std::move(plan);
  gate.is_of_part = part.row_count() != original.row_count();
  gate.seen_columns = seen_columns(original);
  const auto attempts = worth_attacking(gate.tuning, wish.most_attempts);
  Stage stage(progress, "attacking", attempts.size());
  for (Attempt attempt : attempts) {
    const auto done =
        stoppable(progress, [&] { return attack_fully(part, gate, wish, progress, attempt); });
    if (progress.cancelled()) return cancelled_error();
    stage.finish_part();
    if (!done) continue;  // a setting that cannot mask four fifths of the table
    gate.attempts.push_back(std::move(attempt));
    const std::size_t last = gate.attempts.size() - 1;
    if (wish.on_attempt) wish.on_attempt(gate.attempts[last]);
    if (worst_ratio(gate.attempts[last].held) < worst_ratio(gate.attempts[gate.nearest].held)) {
      gate.nearest = last;
    }
    if (all_kept(gate.attempts[last].held)) {
      gate.passed = last;
      break;
    }
  }
  return gate;
}

Result<Gated> release_through(const Table& original, const Gate& gate, const GateWish& wish,
                              const Terms& terms, const Progress& progress) {
  const auto attempt = attempt_to_take(original, gate, wish);
  if (!attempt) return attempt.error();
  auto released =
      release(original, with_choice(gate.tuning, **attempt), attacked_terms(terms), progress);
  if (!released) return released.error();
  auto view = attacks::view_of(original, released->masked.table);
  if (!view) return view.error();
  attacks::tell_bins(bins_of(gate, **attempt), *view);
  attacks::Exposures exposures;
  const auto sums = stoppable(progress, [&]() -> Result<attacks::AttackSums> {
    return on_whole_table(original, *view, gate, **attempt, wish, exposures);
  });
  if (!sums) return sums.error();
  return judged(original, {gate, **attempt, wish}, *std::move(released), {*view, *sums, exposures},
                terms, progress);
}

}  // namespace overhand::release
