// KeyWays: the ways to make keys shared by k records, held against each other.
//
// Cells suppressed as the keys are; the steps of a proposal (proposal.h) one after the other, and
// cells suppressed of what is left; records left out. After each of them what the keys of a record
// tell is true of k records, so that they differ in what is lost alone.
#pragma once

#include <string>
#include <vector>

#include "overhand/coarsening/key_loss.h"
#include "overhand/coarsening/proposal.h"
#include "overhand/table/column_plan.h"

namespace overhand::coarsening {

struct KeyWay {
  std::vector<ProposedStep> steps = {};  // of coarsening, before anything else
  bool leaves_out = false;               // records, in place of cells that are suppressed
  std::size_t cells = 0;                 // of keys that are suppressed
  std::size_t records = 0;               // that are left out
  KeyLoss loss = {};
};

// "cells suppressed", "column 'age' in bands of 5, then cells suppressed", "records left out".
std::string words_of_way(const KeyWay& way);

// What the steps say of their columns.
std::vector<ColumnPlan> plans_of(const KeyWay& way);

struct KeyWays {
  std::size_t k = 0;
  std::vector<std::string> keys = {};
  std::size_t below = 0;          // records whose keys are true of fewer than k as they are
  std::vector<KeyWay> ways = {};  // none where no record is below
  std::size_t taken = 0;          // the one that loses least; of equal ones the first
};

// For the keys, the k and the importance of the structure; columns of `settled` are coarsened no
// further. Fails where no way is possible (keys::problem_with_keys).
Result<KeyWays> key_ways(const Table& table, const Structure& structure,
                         const std::vector<std::string>& settled);

}  // namespace overhand::coarsening
