#include "overhand/release/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "overhand/core/stopping.h"
#include "overhand/random/sample.h"
#include "overhand/table/classes.h"
#include "overhand/tuning/choice.h"

namespace overhand::release {
namespace {

using tuning::Point;
using tuning::Tuned;
using tuning::Tuning;

// Whether a setting was measured, and is neither implausible nor known to be linked too often. Of
// records without a source the attacks alone tell.
bool is_worth_an_attack(const Point& point, const Tuning& tuning) {
  if (point.failure || is_implausible(point, tuning)) return false;
  if (point.median.is_without_sources) return true;
  return !point.excluded && dbrl_of(point, tuning.options.reading) <= tuning.options.max_risk;
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

// The sums of all splits for one setting.
Result<attacks::AttackSums> attack(const Table& part, const Gate& gate, const Attempt& attempt,
                                   const GateWish& wish, const Progress& progress) {
  const Tuned& tuned = gate.tuning.tuned[attempt.method];
  const auto mask = [&](const Table& members, std::size_t split) -> Result<Table> {
    const random::Key key =
        random::derived_key(wish.wish.trial_key, fmt::format("control split {}", split));
    auto masked = masking::mask(*tuned.candidate.method, members,
                                {.values = tuned.points[attempt.point].options,
                                 .shuffle_rows = true,
                                 .structure = gate.tuning.options.structure},
                                {key, progress});
    if (!masked) return masked.error();
    return std::move(masked->table);
  };
  return attacks::attacks_on(part, units_of(part, gate.tuning.options.structure), mask,
                             wish.attacks, wish.wish.trial_key);
}

// Each attack that is beyond its ceiling.
std::string beyond_words(const std::vector<Held>& all) {
  std::string words;
  for (const Held& held : all) {
    if (held.is_kept()) continue;
    words += fmt::format("{}{} ({:.3f}, ceiling {:.3f})", words.empty() ? "" : "; ", held.meaning,
                         held.measured, held.ceiling);
  }
  return words;
}

Error not_this_table(const Attempt& attempt, const std::vector<Held>& held) {
  return {
      ErrorKind::refused,
      fmt::format("This very table, masked by {}, is not under every ceiling, though its trials "
                  "were; nothing was released: {}.",
                  attempt.setting, beyond_words(held))};
}

Error nothing_passes(const Gate& gate) {
  if (gate.attempts.empty()) {
    return {ErrorKind::refused,
            "No setting was worth an attack: all are above the ceiling of linked records or "
            "implausible; nothing was released."};
  }
  const Attempt& nearest = gate.attempts[gate.nearest];
  return {ErrorKind::refused,
          fmt::format("None of the {} settings that were attacked is under every ceiling; nothing "
                      "was released. {} comes nearest: {}.",
                      gate.attempts.size(), nearest.setting, beyond_words(nearest.held))};
}

// The tuning with this attempt as its choice.
Tuning with_choice(Tuning tuning, const Attempt& attempt) {
  tuning.best = attempt.method;
  tuning.tuned[attempt.method].choice = attempt.point;
  tuning.tuned[attempt.method].points[attempt.point].excluded.reset();
  return tuning;
}

// What an intruder knows first must not name anybody.
Held kept_classes(const risk::KeptColumns& kept) {
  return {"kept_classes", "records that share what is kept with fewer than three",
          static_cast<double>(kept.below_three) / static_cast<double>(kept.records), 0};
}

// Everybody is in: what the attacks get right about strangers is known from the splits.
attacks::AttackSums on_whole_table(const Table& original, const attacks::View& view,
                                   const Attempt& attempt, const GateWish& wish,
                                   attacks::Exposures& exposures) {
  attacks::People people;
  people.members.resize(original.row_count());
  std::iota(people.members.begin(), people.members.end(), Row{0});
  const random::Key& key = wish.wish.trial_key;
  auto sums = attacks::attacked(view, people, attacks::isolated_twentieth(view, key), wish.attacks,
                                key, &exposures);
  return attacks::with_controls_of(std::move(sums), attempt.sums);
}

}  // namespace

Result<Gate> find_passing(const Table& original, const GateWish& wish, const Progress& progress) {
  auto tuning = try_settings(original, wish.wish, progress);
  if (!tuning) return tuning.error();
  Gate gate{*std::move(tuning), {}};
  const Table part = attacked_part(original, wish);
  const auto attempts = worth_attacking(gate.tuning, wish.most_attempts);
  Stage stage(progress, "attacking", attempts.size());
  for (Attempt attempt : attempts) {
    auto sums = attack(part, gate, attempt, wish, progress);
    if (progress.cancelled()) return cancelled_error();
    stage.finish_part();
    if (!sums) continue;  // a setting that cannot mask four fifths of the table
    attempt.sums = *std::move(sums);
    attempt.held = held_against(wish.ceilings, attacks::attacks_of(attempt.sums));
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
  if (gate.attempts.empty() || (!gate.passed && !wish.takes_nearest)) return nothing_passes(gate);
  const Attempt& attempt = gate.attempts[gate.passed.value_or(gate.nearest)];
  auto released = release(original, with_choice(gate.tuning, attempt), terms, progress);
  if (!released) return released.error();
  const auto view = attacks::view_of(original, released->masked.table);
  if (!view) return view.error();
  Gated gated{*std::move(released), {}, {}};
  attacks::Exposures exposures;
  gated.attacks = attacks::attacks_of(on_whole_table(original, *view, attempt, wish, exposures));
  if (progress.cancelled()) return cancelled_error();
  gated.held = held_against(wish.ceilings, gated.attacks);
  const bool is_accepted = wish.takes_nearest && !all_kept(gated.held);
  if (!gated.released.kept.names.empty()) {
    gated.held.push_back(kept_classes(gated.released.kept));
    if (!gated.held.back().is_kept()) return not_this_table(attempt, {gated.held.back()});
  }
  if (!all_kept(gated.held) && !is_accepted) return not_this_table(attempt, gated.held);
  if (!terms.for_report) return gated;
  auto ray = stoppable(progress, [&] {
    return attacks::x_ray(original, *view, exposures, wish.attacks, wish.wish.trial_key);
  });
  if (!ray) return ray.error();
  gated.xray = *std::move(ray);
  return gated;
}

}  // namespace overhand::release
