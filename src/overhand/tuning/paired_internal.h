// The two halves of an evaluation, and the figures that a pairing makes of them.
#pragma once

#include <optional>

#include "overhand/tuning/evaluator.h"
#include "overhand/utility/pil.h"
#include "overhand/utility/plausibility.h"
#include "overhand/utility/rank_errors.h"

namespace overhand::tuning {

// All that is known of the original before any masked table is seen.
struct Reference {
  Reference(statistics::Numbers numbers, const random::Key& key);
  Reference(const Reference&) = delete;  // its parts refer to each other

  statistics::Profile original;
  utility::Associations associations;
  utility::PilReference pil;
  utility::TieBrokenRanks ranks;
  std::vector<utility::ColumnLimits> limits;
  risk::NearestOriginal nearest;
};

// All that is known of a masked table before its records are paired.
struct MaskedSide {
  MaskedSide(statistics::Numbers numbers, const Reference& reference,
             const EvaluatorOptions& options, const std::vector<Pairing>& pairings);

  statistics::Profile masked;
  utility::Ps ps;
  Values unpaired_loss;    // ps, pil
  Values unpaired_beside;  // correlations, distributions, pmse_ratio, plausibility
  std::optional<utility::TieBrokenRanks> ranks;  // where a pairing needs them
  std::optional<risk::Nearest> nearest;
};

// `lineage` is not null when the pairing is lineage.
Figures figures_of(const Reference& reference, const MaskedSide& candidate, Pairing pairing,
                   const Lineage* lineage);

}  // namespace overhand::tuning
