#include "overhand/attacks/linkability.h"

#include <numeric>

#include "overhand/attacks/exposure.h"
#include "overhand/core/parallel.h"
#include "overhand/random/shuffle.h"

namespace overhand::attacks {
namespace {

Halves halves_of(const View& view, std::size_t number, const random::Key& key) {
  Places columns(view.columns.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  random::Stream stream(key, {random::Purpose::known_facts, 0, static_cast<std::uint32_t>(number)});
  random::shuffle_in_cache(std::span(columns), stream);
  Halves halves;
  bool is_first = true;
  for (const std::size_t place : columns) {
    const bool is_kept = view.columns[place].is_kept;
    if (is_kept || is_first) halves.a.push_back(place);
    if (is_kept || !is_first) halves.b.push_back(place);
    if (!is_kept) is_first = !is_first;
  }
  return halves;
}

Row nearest_over(const View& view, Row person, const Places& columns, Reals& distances) {
  distances_to(view, person, columns, distances);
  return static_cast<Row>(std::ranges::min_element(distances) - distances.begin());
}

Tally linked(const View& view, const std::vector<Row>& people, const std::vector<Halves>& sets,
             Exposures* exposures) {
  std::vector<double> shares(people.size());
  parallel_for_each_index(people.size(), [&](std::size_t i) {
    Reals distances;
    Exposure* exposure = exposure_of(exposures, people[i]);
    if (exposure != nullptr) exposure->halves += sets.size();
    for (const auto& [a, b] : sets) {
      const bool is_linked = nearest_over(view, people[i], a, distances) ==
                             nearest_over(view, people[i], b, distances);
      if (!is_linked) continue;
      shares[i] += 1 / static_cast<double>(sets.size());
      if (exposure != nullptr) exposure->linked.push_back(a);
    }
  });
  Tally tally;
  for (const double share : shares) tally.add(share);
  return tally;
}

}  // namespace

std::vector<Halves> drawn_halves(const View& view, std::size_t sets, const random::Key& key) {
  std::vector<Halves> drawn;
  if (view.columns.size() - view.kept().size() < 2) return drawn;
  for (std::size_t i = 0; i < sets; ++i) drawn.push_back(halves_of(view, i, key));
  return drawn;
}

AttackTally linkability(const View& view, const People& people, std::size_t sets,
                        const random::Key& key, Exposures* exposures) {
  const auto drawn = drawn_halves(view, sets, key);
  if (drawn.empty()) return {};
  return {linked(view, people.members, drawn, exposures),
          linked(view, people.controls, drawn, exposures)};
}

}  // namespace overhand::attacks
