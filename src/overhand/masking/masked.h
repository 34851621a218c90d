// Masked: what a masking method returns.
#pragma once

#include <optional>

#include "overhand/core/progress.h"
#include "overhand/keys/suppressed_keys.h"
#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::masking {

struct Masked {
  Table table;
  std::optional<Lineage> lineage;  // none where records are made anew
  // Cells of keys that are missing so that records share their keys with enough others.
  keys::SuppressedKeys suppressed = {};
};

// What every masking needs beside its table and options.
struct Context {
  const random::Key& key;
  const Progress& progress;
};

}  // namespace overhand::masking
