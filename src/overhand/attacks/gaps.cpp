#include "overhand/attacks/gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace overhand::attacks {
namespace {

constexpr std::array<double, 9> near_ends = {0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.1, 1.5};
constexpr std::array<double, 9> far_ends = {0.2, 0.4, 0.6, 0.8, 1, 1.3, 1.6, 2, 3};
constexpr GapCell no_value = gap_cells - 1;

using CellShares = std::array<double, gap_cells>;

std::size_t part_of(std::span<const double> ends, double width) {
  return static_cast<std::size_t>(std::ranges::upper_bound(ends, width) - ends.begin());
}

// The mean distance of forty neighbours, twenty on each side where there are.
double usual_gap(std::span<const double> released, std::size_t place) {
  constexpr std::size_t reach = 20;
  const std::size_t low = place < reach ? 0 : place - reach;
  const std::size_t high = std::min(released.size() - 1, place + reach - 1);
  return high > low ? (released[high] - released[low]) / static_cast<double>(high - low) : 0;
}

// In usual gaps; where all thereabouts are equal, a value is theirs or none's.
double in_usual_gaps(double gap, double usual) {
  if (gap <= 0) return 0;
  return usual > 0 ? gap / usual : std::numeric_limits<double>::infinity();
}

bool is_first_half(Row person) { return person % 2 == 0; }

CellShares counts_in(const GapCells& gaps, bool first_half) {
  CellShares counts = {};
  for (std::size_t i = 0; i < gaps.cells.size(); ++i) {
    if (is_first_half(gaps.people[i / gaps.columns]) == first_half) counts[gaps.cells[i]] += 1;
  }
  return counts;
}

double sum_of(const CellShares& shares) {
  double sum = 0;
  for (const double share : shares) sum += share;
  return sum;
}

// Cells that few people are in say little: each share is drawn to that of all, by the weight of so
// many people.
CellShares log_ratios(const CellShares& members, const CellShares& controls) {
  constexpr double weight = 20;
  const double all_members = sum_of(members);
  const double all_controls = sum_of(controls);
  CellShares ratios = {};
  if (all_members == 0 || all_controls == 0) return ratios;
  for (std::size_t cell = 0; cell < gap_cells; ++cell) {
    const double both = (members[cell] + controls[cell] + 1) / (all_members + all_controls);
    ratios[cell] = std::log((members[cell] + weight * both) / all_members) -
                   std::log((controls[cell] + weight * both) / all_controls);
  }
  return ratios;
}

Reals scored(const GapCells& gaps, const CellShares& of_first, const CellShares& of_second) {
  Reals scores(gaps.people.size());
  for (std::size_t i = 0; i < gaps.cells.size(); ++i) {
    const std::size_t person = i / gaps.columns;
    const CellShares& others = is_first_half(gaps.people[person]) ? of_second : of_first;
    scores[person] += others[gaps.cells[i]];
  }
  return scores;
}

}  // namespace

GapCell gap_cell(std::span<const double> released, double value) {
  if (is_missing(value) || released.empty()) return no_value;
  const auto place =
      static_cast<std::size_t>(std::ranges::lower_bound(released, value) - released.begin());
  constexpr double none = std::numeric_limits<double>::infinity();
  const double below = place == 0 ? none : value - released[place - 1];
  const double above = place == released.size() ? none : released[place] - value;
  const double usual = usual_gap(released, place);
  const auto [near, far] = std::minmax(below, above);
  return static_cast<GapCell>((far_ends.size() + 1) *
                                  part_of(near_ends, in_usual_gaps(near, usual)) +
                              part_of(far_ends, in_usual_gaps(far, usual)));
}

void GapCells::add(const GapCells& other) {
  columns = std::max(columns, other.columns);
  people.insert(people.end(), other.people.begin(), other.people.end());
  cells.insert(cells.end(), other.cells.begin(), other.cells.end());
}

void GapPatterns::add(const GapPatterns& other) {
  members.add(other.members);
  controls.add(other.controls);
}

MembershipScores GapPatterns::scores() const {
  const auto learnt = [&](bool first_half) {
    return log_ratios(counts_in(members, first_half), counts_in(controls, first_half));
  };
  const CellShares of_first = learnt(true);
  const CellShares of_second = learnt(false);
  return {scored(members, of_first, of_second), scored(controls, of_first, of_second)};
}

}  // namespace overhand::attacks
