// Both tables as boosted trees see them, with the fold of each record.
//
// A number is its place among the values of both tables, which is all that a tree asks for, and
// keeps every difference that is more than rounding in single precision. A category is the code of
// its level, a gap is missing.
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/random/key.h"
#include "overhand/statistics/profile.h"
#include "overhand/utility/boosted_trees_internal.h"
#include "overhand/utility/c2st.h"

namespace overhand::utility {

constexpr std::size_t tree_folds = 3;

// Records of one table, drawn in random order: the one at place i is of fold i mod 3.
struct Drawn {
  const statistics::Profile& table;
  std::vector<std::uint32_t> rows;
  TreeMatrix cells = {};
};

class TreeRecords {
 public:
  enum class Side { original, masked };

  // At most `most` records of each table; columns of `kept` stand after the others.
  TreeRecords(const statistics::Profile& original, const statistics::Profile& masked,
              const KeptBeside& kept, const random::Key& key, std::size_t most);
  TreeRecords(const statistics::Profile& original, const statistics::Profile& masked,
              const random::Key& key, std::size_t most)
      : TreeRecords(original, masked, {{}, {}}, key, most) {}

  const Drawn& drawn(Side side) const { return side == Side::original ? original_ : masked_; }
  // Amounts, then categories.
  std::size_t columns() const { return original_.table.dimension_count(); }

  // Appends the drawn record at `place` without the column `but`, where there is one.
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  void append(TreeMatrix& matrix, Side side, std::size_t place, std::size_t but = none) const;

 private:
  Drawn original_;
  Drawn masked_;
};

}  // namespace overhand::utility
