// Masked: what a masking method returns.
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// The source of each masked record: the 0-based original row with which it shares most.
using Lineage = std::vector<std::uint32_t>;

// The lineage of a method that keeps records in their rows.
inline Lineage same_rows(std::size_t records) {
  Lineage rows(records);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

struct Masked {
  Table table;
  std::optional<Lineage> lineage;  // none where records are made anew
};

// What every masking needs beside its table and options.
struct Context {
  const random::Key& key;
  const Progress& progress;
};

}  // namespace overhand::masking
