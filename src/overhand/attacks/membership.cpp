#include "overhand/attacks/membership.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

double nearness(const View& view, Row person, const Places& all) {
  Reals distances;
  distances_to(view, person, all, distances);
  return -std::ranges::min(distances);
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

Reals scores(const std::vector<Row>& people, const auto& score) {
  Reals result(people.size());
  parallel_for_each_index(people.size(), [&](std::size_t i) { result[i] = score(people[i]); });
  return result;
}

}  // namespace

void Membership::add(const Membership& other) {
  nearness.add(other.nearness);
  look_up.add(other.look_up);
  gaps.add(other.gaps);
}

StrongestMembership strongest_membership(const Membership& membership) {
  const auto told = [](const char* by, const MembershipScores& scores) {
    return StrongestMembership{by, scores.auc(), scores.true_positives()};
  };
  const auto by_nearness = told("nearest record", membership.nearness);
  const auto by_gaps = told("gaps between values", membership.gaps.scores());
  return by_gaps.true_positives > by_nearness.true_positives ? by_gaps : by_nearness;
}

Membership membership(const View& view, const People& people, Exposures* exposures) {
  Places all(view.columns.size());
  for (std::size_t j = 0; j < all.size(); ++j) all[j] = j;
  const Lookup lookup = lookup_of(view);
  const auto near = [&](Row person) { return attacks::nearness(view, person, all); };
  const auto looked_up = [&](Row person) {
    return attacks::look_up(lookup, person, exposure_of(exposures, person));
  };
  return {{scores(people.members, near), scores(people.controls, near)},
          {scores(people.members, looked_up), scores(people.controls, looked_up)},
          {gaps_around(lookup, people.members), gaps_around(lookup, people.controls)}};
}

}  // namespace overhand::attacks
