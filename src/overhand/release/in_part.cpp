#include "overhand/release/in_part.h"

#include <algorithm>

#include "overhand/core/stopping.h"
#include "overhand/release/gate_internal.h"

namespace overhand::release {
namespace {

// Those who are left out in the first split.
attacks::People strangers_of(const Gate& gate) { return {{}, gate.plan.splits.front().controls}; }

bool has_some_alone(const Gate& gate, const std::vector<Row>& people) {
  return std::ranges::any_of(people, [&](Row row) { return gate.plan.is_isolated[row] != 0; });
}

Error too_few_people() {
  return {ErrorKind::refused,
          "Among the people drawn there are too few who lie alone to tell what is learnt of them; "
          "take a larger sample. Nothing was released."};
}

}  // namespace

std::vector<Row> members_in_part(const Table& sample, const GateWish& wish) {
  const auto people = everybody(sample.row_count());
  return people.sampled(attacks_in_part(wish).most_people, wish.wish.trial_key).members;
}

Strangers strangers_in_part(const Gate& gate, const GateWish& wish) {
  const auto people = strangers_of(gate);
  auto some = people.sampled(attacks_in_part(wish).most_people, wish.wish.trial_key);
  return {people.controls, std::move(some.controls)};
}

std::optional<Error> problem_in_part(const Table& sample, const Gate& gate, const GateWish& wish) {
  const auto attempt = attempt_to_take(sample, gate, wish);
  if (!attempt) return attempt.error();
  const bool are_enough = has_some_alone(gate, members_in_part(sample, wish)) &&
                          has_some_alone(gate, strangers_in_part(gate, wish).attacked);
  return are_enough ? std::nullopt : std::optional(too_few_people());
}

attacks::AttackOptions attacks_in_part(const GateWish& wish) {
  constexpr std::size_t most = 500;  // each costs a look at every record of the release
  attacks::AttackOptions options = wish.attacks;
  options.most_people = std::min(options.most_people, most);
  return options;
}

Result<Gated> judge_in_part(const Table& sample, const Gate& gate, const GateWish& wish,
                            InPart part, const Terms& terms, const Progress& progress) {
  const auto attempt = attempt_to_take(sample, gate, wish);
  if (!attempt) return attempt.error();
  Terms own = attacked_terms(terms);
  own.whole = part.whole;
  auto released =
      measured(sample, std::move(part.masked), with_choice(gate.tuning, **attempt), own, progress);
  if (!released) return released.error();
  const auto near = attacks::view_of(sample, part.near_members);
  if (!near) return near.error();
  const auto without = attacks::view_of(sample, part.near_strangers);
  if (!without) return without.error();
  attacks::Exposures exposures;
  const auto sums = stoppable(progress, [&]() -> Result<attacks::AttackSums> {
    const auto options = attacks_in_part(wish);
    const random::Key& key = wish.wish.trial_key;
    auto of_members = attacks::attacked(*near, everybody(near->originals), gate.plan.is_isolated,
                                        options, key, &exposures);
    const auto of_strangers =
        attacks::attacked(*without, strangers_of(gate), gate.plan.is_isolated, options, key);
    return attacks::with_controls_of(std::move(of_members), of_strangers);
  });
  if (!sums) return sums.error();
  return judged(sample, {gate, **attempt, wish, true}, *std::move(released),
                {*near, *sums, exposures}, terms, progress);
}

}  // namespace overhand::release
