// Entrants: the methods that the study compares, and the variants that it tries beside them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "overhand/tuning/candidates.h"

namespace overhand::study {

enum class Family {
  paper,    // compared in the paper
  ours,     // Overhand's own
  other,    // known, and not in the paper
  variant,  // another way of running one of the above: shown, never ranked
};

std::string name_of(Family family);  // "paper"

struct Entrant {
  std::string name;
  Family family;
  const masking::Method* method;
};

// Every entrant, in the order of the results; a variant comes after what it varies.
//
// rank_swap_sdcmicro: as sdcMicro runs it, with 5 % of the values coded at each end and the percent
// read as a fraction, so that every value of the grid swaps without limit.
// sjppds_few_bins: below the paper's grid, 1 to 9 bins.
// sjppds_full, sjppds_simplified: Algorithm 3 literally over Algorithms 1 and 2. They have the same
// distribution as sjppds (docs/theory/sjppds.md).
const std::vector<Entrant>& entrants();

const Entrant& entrant_named(std::string_view name);  // asserts that there is one

// One of the paper's Algorithms 1 and 2, run as printed.
bool is_literal(const Entrant& entrant);

// What the entrant tries on `original`.
tuning::Candidate candidate_of(const Entrant& entrant, const Table& original,
                               const random::Key& key, const tuning::GridSize& size);

}  // namespace overhand::study
