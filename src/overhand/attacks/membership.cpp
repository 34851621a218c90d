#include "overhand/attacks/membership.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "overhand/attacks/exposure.h"
#include "overhand/core/parallel.h"

namespace overhand::attacks {
namespace {

// The released values of numbers, ascending, to look values up in.
struct Lookup {
  const View& view;
  Places columns;
  std::vector<Reals> sorted;
};

Lookup lookup_of(const View& view) {
  Lookup lookup{view, {}, {}};
  for (std::size_t place = 0; place < view.columns.size(); ++place) {
    const SeenColumn& column = view.columns[place];
    if (column.is_category) continue;
    Reals values;
    std::ranges::copy_if(column.released, std::back_inserter(values),
                         [](double value) { return !is_missing(value); });
    std::ranges::sort(values);
    lookup.columns.push_back(place);
    lookup.sorted.push_back(std::move(values));
  }
  return lookup;
}

// A value that few released records have says more: it counts by the logarithm of their share.
double look_up(const Lookup& lookup, Row person, Exposure* exposure) {
  double score = 0;
  for (std::size_t j = 0; j < lookup.columns.size(); ++j) {
    const std::size_t place = lookup.columns[j];
    const double value = lookup.view.columns[place].original[person];
    if (is_missing(value) || lookup.sorted[j].empty()) continue;
    const auto holders = std::ranges::equal_range(lookup.sorted[j], value).size();
    if (exposure != nullptr) exposure->columns[place].holders = holders;
    const auto all = static_cast<double>(lookup.sorted[j].size());
    // Not to be there says that the person is not in, if values go out as they are.
    score += holders == 0 ? -std::log(all) : std::log(all / static_cast<double>(holders));
  }
  return score;
}

struct Nearness {
  double nearest = 0;   // minus the distance to the nearest released record
  double relative = 0;  // how much nearer the fifth of these is than the fifth of all originals
};

double fifth_smallest(Reals& distances) {
  const auto fifth = distances.begin() +
                     static_cast<std::ptrdiff_t>(std::min(distances.size(), std::size_t{5})) - 1;
  std::ranges::nth_element(distances, fifth);
  return *fifth;
}

// Somebody who is like many is near to any release: what tells is to be nearer to it than to people
// at large, of whom the intruder has other tables.
Nearness nearness(const View& view, Row person, const Places& all, const std::vector<Row>& others) {
  Reals distances;
  distances_to(view, person, all, distances);
  const double nearest = std::ranges::min(distances);
  const double of_released = fifth_smallest(distances);
  distances.clear();
  for (const Row other : others) {
    if (other != person) distances.push_back(squared_distance(view, person, other));
  }
  constexpr double least = 1e-12;  // of equal records
  const double of_others = distances.empty() ? 1 : fifth_smallest(distances);
  return {-nearest, std::log((of_others + least) / (of_released + least))};
}

GapCells gaps_around(const Lookup& lookup, const std::vector<Row>& people) {
  const std::size_t width = lookup.columns.size();
  GapCells gaps{width, people, std::vector<GapCell>(people.size() * width)};
  parallel_for_each_index(people.size(), [&](std::size_t i) {
    for (std::size_t j = 0; j < width; ++j) {
      const double value = lookup.view.columns[lookup.columns[j]].original[people[i]];
      gaps.cells[i * width + j] = gap_cell(lookup.sorted[j], value);
    }
  });
  return gaps;
}

// Both scores of each, by one search.
void score_nearness(const View& view, const std::vector<Row>& people,
                    const std::vector<Row>& others, Reals& nearest, Reals& relative) {
  Places all(view.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  nearest.resize(people.size());
  relative.resize(people.size());
  parallel_for_each_index(people.size(), [&](std::size_t i) {
    const Nearness found = nearness(view, people[i], all, others);
    nearest[i] = found.nearest;
    relative[i] = found.relative;
  });
}

// The people at large: an even choice of the originals.
std::vector<Row> at_large(std::size_t originals) {
  constexpr std::size_t most = 5'000;
  std::vector<Row> rows;
  const std::size_t step = std::max<std::size_t>(1, originals / most);
  for (std::size_t row = 0; row < originals; row += step) rows.push_back(static_cast<Row>(row));
  return rows;
}

Reals scores(const std::vector<Row>& people, const auto& score) {
  Reals result(people.size());
  parallel_for_each_index(people.size(), [&](std::size_t i) { result[i] = score(people[i]); });
  return result;
}

}  // namespace

void Membership::add(const Membership& other) {
  nearness.add(other.nearness);
  relative.add(other.relative);
  look_up.add(other.look_up);
  gaps.add(other.gaps);
}

StrongestMembership strongest_membership(const Membership& membership) {
  const auto told = [](const char* by, const MembershipScores& scores) {
    return StrongestMembership{by, scores.auc(), scores.true_positives()};
  };
  const auto by_nearness = told("nearest record", membership.nearness);
  const auto by_relative = told("nearest five, as against all originals", membership.relative);
  const auto by_gaps = told("gaps between values", membership.gaps.scores());
  return std::max({by_nearness, by_relative, by_gaps},
                  [](const auto& a, const auto& b) { return a.true_positives < b.true_positives; });
}

Membership membership(const View& view, const People& people, Exposures* exposures) {
  const Lookup lookup = lookup_of(view);
  const auto looked_up = [&](Row person) {
    return attacks::look_up(lookup, person, exposure_of(exposures, person));
  };
  const auto others = at_large(view.originals);
  Membership found;
  score_nearness(view, people.members, others, found.nearness.members, found.relative.members);
  score_nearness(view, people.controls, others, found.nearness.controls, found.relative.controls);
  found.look_up = {scores(people.members, looked_up), scores(people.controls, looked_up)};
  found.gaps = {gaps_around(lookup, people.members), gaps_around(lookup, people.controls)};
  return found;
}

}  // namespace overhand::attacks
