// What measures are computed from: the original, a masked table beside it, and a partner for each
// masked record. What several measures share is computed once here.
#pragma once

#include <optional>

#include "overhand/evaluation/evaluator.h"
#include "overhand/risk/sdid.h"
#include "overhand/utility/c2st.h"
#include "overhand/utility/pil.h"
#include "overhand/utility/plausibility.h"
#include "overhand/utility/rank_errors.h"
#include "overhand/utility/tstr.h"

namespace overhand::evaluation {

// All that is known of the original before any masked table is seen.
struct Reference {
  Reference(statistics::Measured measured, const random::Key& key);
  Reference(const Reference&) = delete;  // its parts refer to each other

  statistics::Profile profile;
  utility::Associations associations;
  utility::PilReference pil;
  utility::TieBrokenRanks ranks;
  statistics::Square related;  // of any two columns; of mixed tables alone
  utility::Limits limits;
  risk::Neighbours neighbours;
};

// What the columns of a masked table tell as they are, kept ones too.
struct TableFacts {
  relations::Broken broken = {};
  std::vector<utility::WeightedColumn> weighted = {};
};

// All that is known of a masked table before its records are paired.
struct Comparison {
  Comparison(statistics::Measured measured, const Reference& reference,
             const EvaluatorOptions& options, const Asked& asked, const TableFacts& facts);

  risk::Linked linked() const { return {original.profile, masked, *nearest}; }

  const Reference& original;
  statistics::Profile masked;
  utility::Ps ps;
  utility::Associations associations;
  statistics::MeanAndLargest pearson;
  statistics::MeanAndLargest spearman;
  statistics::MeanAndLargest margins;
  statistics::MeanAndLargest levels;
  statistics::MeanAndLargest related;
  utility::Implausible implausible;
  const std::vector<utility::WeightedColumn>& weighted;
  std::optional<utility::TieBrokenRanks> ranks;  // where a pairing needs them
  std::optional<risk::Nearest> nearest;
  std::optional<utility::C2st> c2st;  // where they were asked for
  std::optional<utility::Tstr> tstr;
};

// One pairing.
struct Pairs {
  Pairs(const Comparison& comparison, risk::Partners partner_rows);

  const Comparison& tables;
  risk::Partners partners;
  risk::IntervalDisclosure intervals;
  utility::ValueErrors values;
  utility::RankErrors ranks;
};

// What each pairing gives, in their order; a part of `stage` each.
std::vector<Measurements> measurements_of(const Comparison& tables, const Asked& asked,
                                          Stage& stage);

}  // namespace overhand::evaluation
