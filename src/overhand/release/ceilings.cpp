#include "overhand/release/ceilings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace overhand::release {
namespace {

constexpr std::array<std::pair<Profile, const char*>, 3> profile_names = {
    {{Profile::internal, "internal"},
     {Profile::research, "research"},
     {Profile::anybody, "public"}}};

constexpr std::array<std::pair<const char*, double Ceilings::*>, 11> all_ceilings = {
    {{"inference_3", &Ceilings::inference_3},
     {"isolated_3", &Ceilings::isolated_3},
     {"inference_5", &Ceilings::inference_5},
     {"isolated_5", &Ceilings::isolated_5},
     {"linkability", &Ceilings::linkability},
     {"membership", &Ceilings::membership},
     {"look_up", &Ceilings::look_up},
     {"certain_cells", &Ceilings::certain_cells},
     {"dbrl", &Ceilings::dbrl},
     {"implausible", &Ceilings::implausible},
     {"kept_classes", &Ceilings::kept_classes}}};

// Implausible records harm analysts alone, whoever they are.
Ceilings scaled(Ceilings ceilings, double factor) {
  const double implausible = ceilings.implausible;
  for (const auto& [name, ceiling] : all_ceilings) ceilings.*ceiling *= factor;
  ceilings.implausible = implausible;
  return ceilings;
}

constexpr std::size_t fewest_facts = 3;  // that are held against a ceiling

std::string inference_meaning(std::size_t facts) {
  return fmt::format("{} facts about a person known, another guessed", facts);
}

std::string isolated_meaning(std::size_t facts) {
  return fmt::format("{} facts known of one of the twentieth least like others", facts);
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
  const std::string inference = fmt::format("inference_{}", all.known);
  const std::string of_isolated = fmt::format("isolated_{}", isolated.known);
  const double ceiling = ceiling_named(ceilings, inference);
  const double of_isolated_ceiling = ceiling_named(ceilings, of_isolated);
  held.push_back({.name = inference,
                  .meaning = inference_meaning(all.known),
                  .measured = all.risk.interval.high,
                  .ceiling = ceiling,
                  .by = all.guesser,
                  .rates = rates_of(all.risk, ceiling)});
  held.push_back({.name = of_isolated,
                  .meaning = isolated_meaning(isolated.known),
                  .measured = isolated.risk.risk,
                  .ceiling = of_isolated_ceiling,
                  .by = isolated.guesser,
                  .rates = rates_of(isolated.risk, of_isolated_ceiling)});
}

std::vector<std::string> columns_of(const std::vector<risk::Dominance>& dominant) {
  std::vector<std::string> names;
  for (const risk::Dominance& one : dominant) names.push_back(one.column);
  return names;
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

std::vector<std::string> ceiling_names() {
  std::vector<std::string> names;
  for (const auto& [name, ceiling] : all_ceilings) names.emplace_back(name);
  return names;
}

double ceiling_named(const Ceilings& ceilings, const std::string& name) {
  const auto* const found =
      std::ranges::find(all_ceilings, name, [](const auto& one) { return std::string(one.first); });
  return ceilings.*found->second;
}

Status set_ceiling(const std::string& name, double value, Ceilings& ceilings) {
  const auto* const found =
      std::ranges::find(all_ceilings, name, [](const auto& one) { return std::string(one.first); });
  if (found == all_ceilings.end()) {
    return Error{ErrorKind::invalid_option, fmt::format("There is no ceiling '{}'; there are {}.",
                                                        name, fmt::join(ceiling_names(), ", "))};
  }
  if (!(value >= 0 && value <= 1)) {
    return Error{
        ErrorKind::invalid_option,
        fmt::format("The ceiling {} must be a share between 0 and 1, not {}.", name, value)};
  }
  ceilings.*found->second = value;
  return Done{};
}

void note_changes(const Ceilings& usual, std::vector<Held>& held) {
  for (Held& one : held) {
    const double own = ceiling_named(usual, one.name);
    if (own != one.ceiling) one.usual = own;
  }
}

std::vector<Figure> figures_of(const attacks::Attacks& attacks) {
  std::vector<Figure> figures;
  for (std::size_t i = 0; i < attacks.inference.size(); ++i) {
    const auto& [facts, guesser, risk] = attacks.inference[i];
    if (facts >= fewest_facts) continue;
    figures.push_back({fmt::format("inference_{}", facts), inference_meaning(facts),
                       risk.interval.high, guesser});
    figures.push_back({fmt::format("isolated_{}", facts), isolated_meaning(facts),
                       attacks.isolated[i].risk.risk, attacks.isolated[i].guesser});
  }
  figures.push_back({"singling_out", "values unique in the release are one person's alone",
                     attacks.singling_out.interval.high});
  figures.push_back({"membership_auc",
                     "a member looks more like the release than a stranger (half: by chance)",
                     attacks.membership.auc});
  return figures;
}

std::vector<Figure> figures_of(const risk::ExactValues& exact) {
  const auto count = [](std::size_t number) { return static_cast<double>(number); };
  const auto dominant_out = std::ranges::count(exact.dominant, true, &risk::Dominance::goes_out);
  return {{"equal_values", "numbers that an original has in that column", exact.share()},
          {"true_extremes", "smallest and largest values of one or two records that go out",
           count(exact.ends_out), "", exact.extremes},
          {"dominated_columns", "columns with one value above half of the total",
           count(exact.dominant.size()), "", columns_of(exact.dominant)},
          {"dominating_values", "such values that go out, within 5 %",
           static_cast<double>(dominant_out)}};
}

std::vector<Held> held_against(const Ceilings& ceilings, const attacks::Attacks& attacks) {
  std::vector<Held> held;
  for (std::size_t i = 0; i < attacks.inference.size(); ++i) {
    if (attacks.inference[i].known < fewest_facts) continue;
    add_guesses(attacks.inference[i], attacks.isolated[i], ceilings, held);
  }
  held.push_back({.name = "linkability",
                  .meaning = "what is known from two sources meets in one released record",
                  .measured = attacks.linkability.interval.high,
                  .ceiling = ceilings.linkability,
                  .rates = rates_of(attacks.linkability, ceilings.linkability)});
  held.push_back(
      {.name = "membership",
       .meaning = "told to be in, one stranger in a hundred too",
       .measured = attacks.membership.true_positives,
       .ceiling = ceilings.membership,
       .by = attacks.membership.by,
       .rates = rates_at_few_false(attacks.membership.true_positives, ceilings.membership)});
  held.push_back({.name = "look_up",
                  .meaning = "told to be in by exact values, one stranger in a hundred too",
                  .measured = attacks.look_up,
                  .ceiling = ceilings.look_up,
                  .rates = rates_at_few_false(attacks.look_up, ceilings.look_up)});
  return held;
}

bool all_kept(const std::vector<Held>& held) { return std::ranges::all_of(held, &Held::is_kept); }

double worst_ratio(const std::vector<Held>& held) {
  double worst = 0;
  for (const Held& one : held) {
    constexpr double step = 0.001;  // what counts as once more, where nothing is allowed
    if (one.measured <= 0) continue;
    worst = std::max(worst, one.ceiling > 0 ? one.measured / one.ceiling : 1 + one.measured / step);
  }
  return worst;
}

}  // namespace overhand::release
