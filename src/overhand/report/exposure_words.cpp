#include "overhand/report/exposure_words.h"

#include <fmt/format.h>

#include <cmath>

#include "overhand/report/risk_words.h"

namespace overhand::report {
namespace {

using attacks::AttackKind;
using attacks::Finding;

std::string list_of(const attacks::Places& places, const std::vector<std::string>& columns) {
  std::string words;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const char* before = i == 0 ? "" : i + 1 == places.size() ? " and " : ", ";
    words += before + columns[places[i]];
  }
  return words;
}

std::string times_words(const Finding& finding) {
  return fmt::format("{} of {} times", finding.times, finding.tried);
}

std::string anyway_words(const Finding& finding) {
  const auto times = std::lround(finding.anyway * static_cast<double>(finding.tried));
  return fmt::format("; by the true records of all others {} of {}", times, finding.tried);
}

}  // namespace

std::string name_of(AttackKind attack) {
  switch (attack) {
    case AttackKind::inference:
      return "inference";
    case AttackKind::look_up:
      return "look_up";
    case AttackKind::linkability:
      return "linkability";
    case AttackKind::singling_out:
      return "singling_out";
  }
  return "";
}

std::string words_for(const Finding& finding, const std::vector<std::string>& columns) {
  const std::string names = list_of(finding.columns, columns);
  switch (finding.attack) {
    case AttackKind::inference:
      return fmt::format("{} was guessed ({}) from {}: right {}{}", names, finding.by,
                         finding.known.empty() ? "nothing" : list_of(finding.known, columns),
                         times_words(finding), anyway_words(finding));
    case AttackKind::look_up:
      return fmt::format(
          "the very value of {} is in the release ({} record{}), and no other person "
          "has it",
          names, grouped(finding.times), finding.times == 1 ? "" : "s");
    case AttackKind::linkability:
      return fmt::format(
          "what is known from two sources (such as {}, and the rest) led to one "
          "released record {}{}",
          names, times_words(finding), anyway_words(finding));
    case AttackKind::singling_out:
      return fmt::format(
          "nobody else, and one released record, is like this person in {} of {} sets of columns "
          "(such as {})",
          finding.times, finding.tried, names);
  }
  return "";
}

}  // namespace overhand::report
