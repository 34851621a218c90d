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
  std::vector<double> sizes;            // records of each
  double records = 0;                   // all of them: more or fewer than rows, of a part
  std::vector<std::uint32_t> of_level;  // by the column's own levels
  std::vector<bool> is_rare;            // by the column's own levels
  Eigen::Index first = 0;               // its first coordinate among those of all blocks

  Eigen::Index count() const { return static_cast<Eigen::Index>(sizes.size()); }
  // Levels that few have tell who they are.
  bool is_small(std::size_t level) const {
    return sizes[level] < static_cast<double>(fewest_holders(static_cast<std::size_t>(records)));
  }
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

// The same in parts. Numbers go into a column of a matrix; what is put into gaps.
void copy_numbers(const Column& column, Eigen::Ref<statistics::Vector> numbers);
double mean_of_there(const Eigen::Ref<const statistics::Vector>& numbers);
void fill_gaps(Eigen::Ref<statistics::Vector> numbers, double value);
std::vector<LevelBlock> blocks_of(const std::vector<ColumnLevels>& levels);

// The coordinates of all blocks.
inline Eigen::Index indicator_count(const std::vector<LevelBlock>& blocks) {
  return blocks.empty() ? 0 : blocks.back().first + blocks.back().count();
}

// The records as points: standardised numbers, and of levels the indicators, each divided by the
// root of the share of its level, as correspondence analysis does. Of a table with levels that is
// projected on as many principal components as it has columns, so that cells cost no more than
// those of numbers.
class Points {
 public:
  explicit Points(const MixedTable& table);

  // Of this table or of other records of it. Blocks that were not there then have no part in it.
  statistics::Matrix of(const MixedTable& table) const;

 private:
  statistics::Scale scale_;
  statistics::Matrix directions_;  // of standardised numbers and indicators; none without levels
};

}  // namespace overhand::masking
