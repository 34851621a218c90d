// What a plain masking leaves to tell: the risk of that very table, and the record of what was
// done.
#pragma once

#include <string>
#include <vector>

#include "commands/preparation.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/evaluation/plausibility.h"
#include "overhand/masking/methods.h"

namespace overhand::commands {

// What the masked table still tells, and what its kept columns do.
struct MaskedRisk {
  Result<evaluation::Linkage> linkage;
  risk::KeptColumns kept;
  risk::SourceUse use;
  bool has_sources;
  Result<evaluation::Plausibility> plausibility;  // what single records lose
};

// Fails when cancelled alone: what cannot be measured is told in its place.
Result<MaskedRisk> risk_of(const Table& original, const masking::Method& method,
                           const masking::Masked& masked, const Structure& structure,
                           const Progress& progress);

// "Risk: 62 of 1,000 records ...", the likeliest worry first. `other_order` says how this face
// gives the rows another order, as a sentence.
std::vector<std::string> sentences_on(const MaskedRisk& risk, const std::string& other_order);

// docs/results.schema.json. `key`: where the key came from.
report::Json mask_record(const PreparedTable& read, const masking::Method& method,
                         const masking::MaskOptions& options, const masking::Masked& masked,
                         const std::string& key, const MaskedRisk& risk);

}  // namespace overhand::commands
