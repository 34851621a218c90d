#include "overhand/release/ceilings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace overhand::release {
namespace {

constexpr std::array<std::pair<Profile, const char*>, 3> profile_names = {
    {{Profile::internal, "internal"},
     {Profile::research, "research"},
     {Profile::anybody, "public"}}};

Ceilings scaled(Ceilings ceilings, double factor) {
  for (double* ceiling : {&ceilings.inference, &ceilings.isolated, &ceilings.membership,
                          &ceilings.look_up, &ceilings.linkability, &ceilings.dbrl}) {
    *ceiling *= factor;
  }
  return ceilings;
}

// What is learnt is counted from the control on: (target - control) / (1 - control).
Rates rates_of(const attacks::AttackRisk& risk, double ceiling) {
  return {risk.target, risk.control, risk.control + ceiling * (1 - risk.control), risk.interval};
}

// Of true positives, where so few false ones are let pass.
Rates rates_at_few_false(double true_positives, double ceiling) {
  constexpr double false_positives = 0.01;
  return {true_positives, false_positives, ceiling};
}

void add_guesses(const attacks::StrongestGuess& all, const attacks::StrongestGuess& isolated,
                 const Ceilings& ceilings, std::vector<Held>& held) {
  held.push_back({fmt::format("inference_{}", all.known),
                  fmt::format("{} facts about a person known, another guessed", all.known),
                  all.risk.interval.high, ceilings.inference, all.guesser,
                  rates_of(all.risk, ceilings.inference)});
  held.push_back(
      {fmt::format("isolated_{}", isolated.known),
       fmt::format("{} facts known of one of the twentieth least like others", isolated.known),
       isolated.risk.risk, ceilings.isolated, isolated.guesser,
       rates_of(isolated.risk, ceilings.isolated)});
}

}  // namespace

Result<Profile> profile_named(const std::string& name) {
  for (const auto& [profile, known] : profile_names) {
    if (name == known) return profile;
  }
  return Error{
      ErrorKind::invalid_option,
      fmt::format("There is no profile '{}'; there are internal, research and public.", name)};
}

std::string name_of(Profile profile) {
  return std::ranges::find(profile_names, profile, &std::pair<Profile, const char*>::first)->second;
}

std::string words_for(Profile profile) {
  switch (profile) {
    case Profile::internal:
      return "people of your own house";
    case Profile::research:
      return "known researchers under contract";
    case Profile::anybody:
      return "anybody";
  }
  return {};
}

Ceilings ceilings_of(Profile profile) {
  switch (profile) {
    case Profile::internal:
      return scaled({}, 2);
    case Profile::research:
      return {};
    case Profile::anybody:
      return scaled({}, 0.5);
  }
  return {};
}

std::vector<Held> held_against(const Ceilings& ceilings, const attacks::Attacks& attacks) {
  std::vector<Held> held;
  for (std::size_t i = 0; i < attacks.inference.size(); ++i) {
    constexpr std::size_t fewest = 3;
    if (attacks.inference[i].known < fewest) continue;
    add_guesses(attacks.inference[i], attacks.isolated[i], ceilings, held);
  }
  held.push_back({"linkability",
                  "what is known from two sources meets in one released record",
                  attacks.linkability.interval.high,
                  ceilings.linkability,
                  {},
                  rates_of(attacks.linkability, ceilings.linkability)});
  held.push_back({"membership",
                  "told to be in, one stranger in a hundred too",
                  attacks.membership,
                  ceilings.membership,
                  {},
                  rates_at_few_false(attacks.membership, ceilings.membership)});
  held.push_back({"look_up",
                  "told to be in by exact values, one stranger in a hundred too",
                  attacks.look_up,
                  ceilings.look_up,
                  {},
                  rates_at_few_false(attacks.look_up, ceilings.look_up)});
  return held;
}

bool all_kept(const std::vector<Held>& held) { return std::ranges::all_of(held, &Held::is_kept); }

double worst_ratio(const std::vector<Held>& held) {
  double worst = 0;
  for (const Held& one : held) {
    if (one.measured > 0) worst = std::max(worst, one.measured / one.ceiling);
  }
  return worst;
}

}  // namespace overhand::release
