// Subject: what a report or a verdict is about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/coarsening/key_loss.h"
#include "overhand/masking/masked.h"
#include "overhand/risk/kept_columns.h"
#include "overhand/tuning/tuner.h"

namespace overhand::attacks {
struct XRay;
}
namespace overhand::release {
struct Gate;
struct Gated;
}  // namespace overhand::release

namespace overhand::report {

// What a release was held against: the settings that were attacked, this very table, and who gets
// it ("known researchers under contract").
struct Attacked {
  const release::Gate& gate;
  const release::Gated& gated;
  std::string released_to;
};

struct Detail {
  std::string name;
  std::string value;
};

// Who knows the original record that each masked record comes from.
enum class Sources {
  masking,    // the masking that made the table: its lineage, or that records have no source
  owner,      // the owner of the tables, who says so: row by row, or by a lineage file
  nobody,     // it was not said, and what linkage shows is a lower bound
  strangers,  // those that were said do not fit: no record is nearer to its source than to others
};

// `masked` may lack a lineage, and `tuning` is null for a table that was made elsewhere.
struct Subject {
  const Table& original;
  const masking::Masked& masked;
  const evaluation::Evaluation& evaluation;
  const risk::KeptColumns& kept;
  const tuning::Tuning* tuning = nullptr;
  double max_risk = 0.2;
  std::string masked_by;  // "cell_rotate, k 24"
  std::vector<Detail> details = {};
  Sources sources = Sources::masking;
  Structure structure = {};                             // its keys, their k and the weight
  std::optional<Lineage> original_rows = std::nullopt;  // in its file, where some were left out
  std::optional<coarsening::KeyLoss> key_loss = std::nullopt;  // where something happened to keys
  const attacks::XRay* xray = nullptr;              // of a release; nobody but the owner sees it
  std::optional<Attacked> attacked = std::nullopt;  // of a release; nothing else was attacked
};

}  // namespace overhand::report
