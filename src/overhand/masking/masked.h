// Masked: what a masking method returns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/keys/suppressed_keys.h"
#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// What a method that moves units about (swap) did with them. A unit is a record where no column
// tells units.
struct MovedUnits {
  std::size_t units = 0;  // there are
  std::size_t moved = 0;
  std::size_t risky = 0;  // that had to move, because too few records share their keys
  std::size_t stuck = 0;  // of those, that found no partner and are where they were

  void add(const MovedUnits& others) {
    units += others.units;
    moved += others.moved;
    risky += others.risky;
    stuck += others.stuck;
  }
};

struct Masked {
  Table table;
  std::optional<Lineage> lineage;  // none where records are made anew
  // Cells of keys that are missing so that records share their keys with enough others.
  keys::SuppressedKeys suppressed = {};
  std::optional<MovedUnits> moved = std::nullopt;
};

// What every masking needs beside its table and options.
struct Context {
  const random::Key& key;
  const Progress& progress;
  // Of a method that sees the structure (method.h): the unit of each record, where a column tells
  // them, and the keys that are said.
  std::span<const std::uint32_t> units = {};
  std::span<const std::string> keys = {};
};

}  // namespace overhand::masking
