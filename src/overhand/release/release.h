// Release: the one flow from a table to what may go out. Try settings, choose one, mask the whole
// table with it, measure that very table, and hold it against the ceiling.
#pragma once

#include <optional>
#include <string>

#include "overhand/risk/kept_columns.h"
#include "overhand/tuning/tuner.h"

namespace overhand::release {

// What is to be tried, and under which ceiling.
struct Wish {
  std::string method = "all";  // or the name of one
  tuning::GridSize grid = {};
  tuning::TuneOptions tuning = {};
  random::Key trial_key =
      random::key_from_seed(1);  // trials can be repeated; a release has its own
};

// What no setting can mend (ErrorKind::refused): records that are unique on the columns to keep.
std::optional<Error> problem_before_trials(const Table& original, const Structure& structure);

Result<tuning::Tuning> try_settings(const Table& original, const Wish& wish,
                                    const Progress& progress);

struct Decision {
  std::string setting;  // "cell_rotate, k 24"
  std::string why;      // a sentence
};

// The choice of a tuning that has one.
Decision decision_of(const tuning::Tuning& tuning);

struct Released {
  masking::Masked masked;
  evaluation::Evaluation evaluation;  // of that very table, the true sources first
  risk::KeptColumns kept;             // what goes out as it was
  Decision decision;
};

// What was measured of all records, where memory holds a sample of them.
struct Whole {
  std::size_t records = 0;
  std::size_t unique = 0;  // on what is kept, as in KeptColumns
  std::size_t below_three = 0;
  std::size_t in_small_classes = 0;
  std::size_t smallest_class = 0;
  std::vector<evaluation::Measurement> measured = {};  // linked records among them
  std::optional<utility::AssociationChange> worst_association = {};
};

struct Terms {
  std::optional<random::Key> key = {};               // a fresh one unless one is given
  bool for_report = false;                           // also measures where the risk sits
  std::vector<utility::ModelFormula> analyses = {};  // of the table that is released
  // Attacks follow, which know what is kept first: linkage by it is told, and held against nothing.
  bool is_attacked = false;
  std::optional<Whole> whole = {};  // the tables are a sample of so many records
};

// Masks with the choice of `tuning` and the key, rows in random order. Refuses (ErrorKind::refused)
// when nothing was chosen, and when this very table is above the ceiling: trials are no promise.
// The ceiling holds for true sources even where the choice was made as published. No second key is
// tried: who draws until the risk is low enough has a low number, not a safe table.
Result<Released> release(const Table& original, const tuning::Tuning& tuning, const Terms& terms,
                         const Progress& progress);

// The same of what was masked elsewhere with the choice of `tuning`.
Result<Released> measured(const Table& original, masking::Masked masked,
                          const tuning::Tuning& tuning, const Terms& terms,
                          const Progress& progress);

}  // namespace overhand::release
