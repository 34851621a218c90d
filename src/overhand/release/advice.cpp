#include <fmt/format.h>

#include <algorithm>

#include "overhand/release/advice_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::release {
namespace {

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

bool is_beyond(const std::vector<Held>& held, const std::string& prefix) {
  return std::ranges::any_of(
      held, [&](const Held& one) { return !one.is_kept() && one.name.starts_with(prefix); });
}

// What is guessed is a column; where most is guessed of one, it is the one to change.
void add_guessed(const Gate& gate, const Attempt& attempt, Error& error) {
  const auto guessed = attacks::guessed_columns(attempt.sums, gate.seen_columns);
  if (guessed.empty()) return;
  error.message += fmt::format(
      " Most is guessed of {} ({:.3f} beyond strangers): coarser or left out, it gives less away.",
      in_words(guessed.front().name), guessed.front().risk.risk);
  error.remedies.push_back({Action::drop, {guessed.front().name}});
}

void add_certain(const Attempt& attempt, Error& error) {
  if (attempt.certain_columns.empty()) return;
  error.message += fmt::format(
      " Most of the cells that stay with their owners are in {}: coarser, it has fewer values that "
      "are one person's alone.",
      in_words(attempt.certain_columns.front()));
}

// Who knows what is kept has fewer records to choose from.
void add_kept(const Table& original, Error& error) {
  const auto telling = risk::most_telling_kept(original);
  if (telling.empty()) return;
  error.message += fmt::format(
      " Most small classes are made by {}, which is kept: coarser or left out, records share what "
      "is kept with more others.",
      in_words(telling.front()));
  error.remedies.push_back({Action::drop, {telling.front()}});
}

// The largest k among the settings of the same method that were attacked is that of this attempt.
bool has_largest_k(const Gate& gate, const Attempt& attempt) {
  const auto k_of = [&](const Attempt& one) -> std::int64_t {
    const auto& options = gate.tuning.tuned[one.method].points[one.point].options;
    const auto found = options.find("k");
    const auto* k = found == options.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return k == nullptr ? 0 : *k;
  };
  return k_of(attempt) > 0 && std::ranges::none_of(gate.attempts, [&](const Attempt& other) {
           return other.method == attempt.method && k_of(other) > k_of(attempt);
         });
}

void add_advice(const Table& original, const Gate& gate, const Attempt& attempt,
                const std::vector<Held>& held, Error& error) {
  const bool is_guessed = is_beyond(held, "inference") || is_beyond(held, "isolated");
  if (is_guessed) add_guessed(gate, attempt, error);
  if (is_beyond(held, "certain")) add_certain(attempt, error);
  if (is_beyond(held, "look_up")) {
    error.message +=
        " Values that a few records share go out as they are: where such records are of one "
        "household or person, name the column that says so as their unit; coarser values tell "
        "less.";
  }
  if (is_guessed || is_beyond(held, "kept") || is_beyond(held, "linkability")) {
    add_kept(original, error);
  }
  if (has_largest_k(gate, attempt) && !is_beyond(held, "kept")) {
    error.message += " The largest k that was tried comes nearest: more records let k be larger.";
  }
}

// The setting of least risk among those that were tried, and what is wrong with it.
std::string least_linked_words(const Gate& gate) {
  const tuning::Tuning& tuning = gate.tuning;
  const auto risk = [&](const tuning::Point& one) { return dbrl_of(one, tuning.options.reading); };
  const tuning::Point* least = nullptr;
  std::string name;
  for (const tuning::Tuned& tuned : tuning.tuned) {
    if (!tuned.safest) continue;
    const tuning::Point& point = tuned.points[*tuned.safest];
    if (least != nullptr && risk(point) >= risk(*least)) continue;
    least = &point;
    name = tuning::setting_text(tuned.candidate.name, point.options);
  }
  if (least == nullptr) return "";
  if (risk(*least) <= tuning.options.max_risk && least->excluded) {
    return fmt::format(" {} comes nearest: {}.", name, *least->excluded);
  }
  return fmt::format(" {} comes nearest: it links {:.3f} of the records, ceiling {:.3f}.", name,
                     risk(*least), tuning.options.max_risk);
}

}  // namespace

Error nothing_passes(const Table& original, const Gate& gate) {
  if (gate.attempts.empty()) {
    Error error{ErrorKind::refused,
                "No setting was worth an attack: all are above the ceiling of linked records, "
                "implausible, or too slow for so many records; nothing was released." +
                    least_linked_words(gate)};
    add_kept(original, error);
    return error;
  }
  const Attempt& nearest = gate.attempts[gate.nearest];
  Error error{ErrorKind::refused,
              fmt::format("None of the {} settings that were attacked is under every ceiling; "
                          "nothing was released. {} comes nearest: {}.",
                          gate.attempts.size(), nearest.setting, beyond_words(nearest.held))};
  add_advice(original, gate, nearest, nearest.held, error);
  return error;
}

Error not_this_table(const Table& original, const Gate& gate, const Attempt& attempt,
                     const std::vector<Held>& held) {
  Error error{ErrorKind::refused,
              fmt::format("This very table, masked by {}, is not under every ceiling, though its "
                          "trials were; nothing was released: {}.",
                          attempt.setting, beyond_words(held))};
  add_advice(original, gate, attempt, held, error);
  error.message +=
      " A new run draws another key and other splits: it may pass, but who runs it until it does "
      "has "
      "a low number, not a safe table.";
  return error;
}

}  // namespace overhand::release
