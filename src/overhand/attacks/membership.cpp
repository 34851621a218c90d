#include "overhand/attacks/membership.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "overhand/attacks/exposure.h"
#include "overhand/core/parallel.h"
#include "overhand/statistics/area_under_curve.h"

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

Reals scores(const std::vector<Row>& people, const auto& score) {
  Reals result(people.size());
  parallel_for_each_index(people.size(), [&](std::size_t i) { result[i] = score(people[i]); });
  return result;
}

}  // namespace

void MembershipScores::add(const MembershipScores& other) {
  members.insert(members.end(), other.members.begin(), other.members.end());
  controls.insert(controls.end(), other.controls.begin(), other.controls.end());
}

double MembershipScores::auc() const {
  Reals scores = members;
  scores.insert(scores.end(), controls.begin(), controls.end());
  std::vector<bool> is_member(scores.size());
  std::fill_n(is_member.begin(), members.size(), true);
  return statistics::area_under_curve(scores, is_member).value_or(0.5);
}

double MembershipScores::true_positives() const {
  constexpr double false_positives = 0.01;
  if (members.empty() || controls.empty()) return 0;
  Reals sorted = controls;
  std::ranges::sort(sorted, std::greater<>());
  const double allowed = false_positives * static_cast<double>(sorted.size());
  const double threshold = sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(allowed))];
  const auto share = [](const Reals& values, auto is_counted) {
    return static_cast<double>(std::ranges::count_if(values, is_counted)) /
           static_cast<double>(values.size());
  };
  const auto is_above = [&](double score) { return score > threshold; };
  const auto is_at = [&](double score) { return score == threshold; };
  const double part = (false_positives - share(sorted, is_above)) / share(sorted, is_at);
  return share(members, is_above) + std::clamp(part, 0.0, 1.0) * share(members, is_at);
}

void Membership::add(const Membership& other) {
  nearness.add(other.nearness);
  look_up.add(other.look_up);
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
          {scores(people.members, looked_up), scores(people.controls, looked_up)}};
}

}  // namespace overhand::attacks
