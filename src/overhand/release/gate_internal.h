// How a masked table is judged, wherever it was masked.
#pragma once

#include "overhand/attacks/exposure.h"
#include "overhand/release/gate.h"

namespace overhand::release {

attacks::People everybody(std::size_t originals);

// The attempt that passed, or with the risk accepted the one that comes nearest.
Result<const Attempt*> attempt_to_take(const Table& original, const Gate& gate,
                                       const GateWish& wish);

// The tuning with this attempt as its choice.
tuning::Tuning with_choice(tuning::Tuning tuning, const Attempt& attempt);

Terms attacked_terms(Terms terms);

// What was tried, and by what it is judged.
struct Trial {
  const Gate& gate;
  const Attempt& attempt;
  const GateWish& wish;
  bool is_of_sample = false;
};

struct Learnt {
  const attacks::View& view;
  const attacks::AttackSums& sums;
  const attacks::Exposures& exposures;
};

// Refuses where it is beyond a ceiling.
Result<Gated> judged(const Table& original, const Trial& trial, Released released,
                     const Learnt& learnt, const Terms& terms, const Progress& progress);

}  // namespace overhand::release
