#include "overhand/attacks/exposure.h"

#include <algorithm>

namespace overhand::attacks {
namespace {

constexpr double clearly = 0.5;

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::size_t best_guesser(const ColumnExposure& column) {
  return static_cast<std::size_t>(std::ranges::max_element(column.right) - column.right.begin());
}

double at(const Reals& values, std::size_t place) {
  return place < values.size() ? values[place] : 0;
}

// The mean over columns of what is beyond.
double excess(const Reals& person, const Reals& anyway) {
  double sum = 0;
  for (std::size_t j = 0; j < person.size(); ++j) {
    sum += std::max(0.0, person[j] - at(anyway, j));
  }
  return person.empty() ? 0 : sum / static_cast<double>(person.size());
}

bool is_clear(double rate, double anyway) { return rate - anyway >= clearly; }

Finding guessed(const Exposure& exposure, std::size_t place, double anyway) {
  const ColumnExposure& column = exposure.columns[place];
  const std::size_t guesser = best_guesser(column);
  return {.attack = AttackKind::inference,
          .by = guesser_name(guesser),
          .columns = {place},
          .known = column.known[guesser],
          .times = column.right[guesser],
          .tried = column.tried,
          .anyway = anyway};
}

// Of sets of columns, told by the first.
Finding by_sets(AttackKind attack, const std::vector<Places>& sets, std::size_t tried,
                double anyway) {
  return {.attack = attack,
          .columns = sets.empty() ? Places{} : sets.front(),
          .times = sets.size(),
          .tried = tried,
          .anyway = anyway};
}

}  // namespace

void Exposure::note_guess(std::size_t column, std::size_t guesser, const Places& known) {
  ColumnExposure& own = columns[column];
  Places& least = own.known[guesser];
  if (own.right[guesser] == 0 || known.size() < least.size()) least = known;
  ++own.right[guesser];
}

void Exposures::watch(const View& view, const std::vector<Row>& people) {
  for (const Row person : people) {
    if (!places_.try_emplace(person, people_.size()).second) continue;
    people_.push_back({person, std::vector<ColumnExposure>(view.columns.size())});
  }
}

Exposure* Exposures::of(Row person) {
  const auto found = places_.find(person);
  return found == places_.end() ? nullptr : &people_[found->second];
}

ExposureRates rates_of(const Exposure& exposure) {
  ExposureRates rates;
  for (const ColumnExposure& column : exposure.columns) {
    rates.guessed.push_back(share(column.right[best_guesser(column)], column.tried));
    rates.looked_up.push_back(column.holders > 0 ? 1 : 0);
  }
  rates.linked = share(exposure.linked.size(), exposure.halves);
  rates.singled_out = share(exposure.singled_out.size(), exposure.combinations);
  return rates;
}

double exposure_score(const Exposure& exposure, const ExposureRates& anyway) {
  const ExposureRates rates = rates_of(exposure);
  return excess(rates.guessed, anyway.guessed) + excess(rates.looked_up, anyway.looked_up) +
         std::max(0.0, rates.linked - anyway.linked) +
         std::max(0.0, rates.singled_out - anyway.singled_out);
}

std::vector<Finding> findings_of(const Exposure& exposure, const ExposureRates& anyway) {
  const ExposureRates rates = rates_of(exposure);
  std::vector<Finding> findings;
  for (std::size_t j = 0; j < exposure.columns.size(); ++j) {
    const double known = at(anyway.guessed, j);
    if (is_clear(rates.guessed[j], known)) findings.push_back(guessed(exposure, j, known));
  }
  for (std::size_t j = 0; j < exposure.columns.size(); ++j) {
    const double known = at(anyway.looked_up, j);
    if (!is_clear(rates.looked_up[j], known)) continue;
    findings.push_back({.attack = AttackKind::look_up,
                        .columns = {j},
                        .times = exposure.columns[j].holders,
                        .anyway = known});
  }
  if (is_clear(rates.linked, anyway.linked)) {
    findings.push_back(
        by_sets(AttackKind::linkability, exposure.linked, exposure.halves, anyway.linked));
  }
  if (is_clear(rates.singled_out, anyway.singled_out)) {
    findings.push_back(by_sets(AttackKind::singling_out, exposure.singled_out,
                               exposure.combinations, anyway.singled_out));
  }
  return findings;
}

}  // namespace overhand::attacks
