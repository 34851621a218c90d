// SuppressedKeys: what suppression (suppression.h) did to the keys of a table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace overhand::keys {

struct SuppressedCells {
  std::string column;
  std::size_t cells = 0;
};

// What was done to the keys of a table.
struct SuppressedKeys {
  std::vector<SuppressedCells> cells = {};  // of each key; empty: nothing was asked for
  std::size_t k = 0;
  std::size_t below = 0;  // records that shared their keys with fewer than k
  // Records that look alike, a gap being like a gap alone, with fewer than k: of an intruder who
  // takes a gap for what it is most likely to hide.
  std::size_t alike_below = 0;
  // Records whose keys before, all of them, fit fewer than k of what goes out, an emptied cell
  // fitting any value: of an intruder who knows the keys.
  std::size_t fits_below = 0;
};

}  // namespace overhand::keys
