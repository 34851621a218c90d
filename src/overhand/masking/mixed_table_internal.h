// A table taken apart into numbers and levels, and its records as points.
#pragma once

#include <optional>
#include <vector>

#include "overhand/masking/column_levels_internal.h"
#include "overhand/statistics/moments.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// The levels of a column as coordinates have them: the commonest, and the others together as one,
// rare ones among them.
struct LevelBlock {
  std::vector<std::uint32_t> of_row;
  std::vector<double> sizes;  // records of each
  std::vector<bool> is_rare;  // by the column's own levels
  Eigen::Index first = 0;     // its first coordinate among those of all blocks

  Eigen::Index count() const { return static_cast<Eigen::Index>(sizes.size()); }
};

struct MixedTable {
  // Where a column of the table is: a category among the levels, a complete number among the
  // numbers, one with gaps among both.
  struct Parts {
    std::optional<Eigen::Index> number = std::nullopt;
    std::optional<std::size_t> levels = std::nullopt;
  };
  std::vector<Parts> parts;          // of each column
  statistics::Matrix numbers;        // dates and times too; a gap holds the mean of what is there
  std::vector<ColumnLevels> levels;  // of categories; of numbers whether there is one
  std::vector<LevelBlock> blocks;    // of each of these
};
// Records for each column, or for each level, without which their moments are not given back.
constexpr Eigen::Index fewest_for_a_moment = 25;

MixedTable taken_apart(const Table& table);

// The records as points: standardised numbers, and of levels the indicators, each divided by the
// root of the share of its level, as correspondence analysis does. Of a table with levels that is
// projected on as many principal components as it has columns, so that cells cost no more than
// those of numbers.
statistics::Matrix coordinates_of(const MixedTable& table);

}  // namespace overhand::masking
