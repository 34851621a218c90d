// How a table was taken apart, so that other records of it are taken apart alike.
#pragma once

#include <optional>
#include <vector>

#include "overhand/masking/mixed_table_internal.h"

namespace overhand::masking {

// Learnt of a sample: the numbers of levels, which of them are rare and which are points of their
// own, the mean that stands for a gap.
class MixedFrame {
 public:
  explicit MixedFrame(const Table& sample);

  // Levels that the sample did not have are rare, all of them together one. So are gaps in a column
  // of numbers that had none: whether there is one is a block behind all others, whose coordinates
  // nothing was learnt of.
  MixedTable of(const Table& records) const;

  // The numbers alone.
  statistics::Matrix numbers_of(const Table& records) const;

 private:
  struct OfColumn {
    MixedTable::Parts parts;
    std::optional<LevelNumbers> numbers;  // of a category
    double mean = 0;                      // of numbers that are there
  };

  ColumnLevels levels_of(const OfColumn& frame, const Column& column) const;

  std::vector<OfColumn> columns_;
  std::vector<LevelBlock> blocks_;  // without rows
};

}  // namespace overhand::masking
