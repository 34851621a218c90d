// Membership by margins: a method that puts a released value beside every original one leaves small
// gaps around the values of members. What gaps tell is learnt from people who are not judged by it,
// so that it needs no knowledge of the method, and says nothing where there is nothing to learn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/attacks/membership_scores.h"

namespace overhand::attacks {

// How the released values lie around one value: the nearer and the farther of its two neighbours,
// in the mean distance of neighbours thereabouts.
using GapCell = std::uint8_t;
constexpr std::size_t gap_cells = 101;
GapCell gap_cell(std::span<const double> released, double value);  // ascending

struct GapCells {
  std::size_t columns = 0;
  std::vector<Row> people = {};
  std::vector<GapCell> cells = {};  // by person, then by column

  void add(const GapCells& other);
};

struct GapPatterns {
  GapCells members;
  GapCells controls;

  void add(const GapPatterns& other);
  // The logarithm of how much likelier the gaps around a person's values are of a member's, by the
  // shares among the members and controls of the other half of the people.
  MembershipScores scores() const;
};

}  // namespace overhand::attacks
