// One column of sjppds by itself, for who has not all columns at hand.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "overhand/core/result.h"
#include "overhand/masking/option.h"
#include "overhand/random/key.h"
#include "overhand/table/column.h"

namespace overhand::masking {

// The column's values, shuffled within its bins, drawn for one masked record after the other: the
// same as masking::mask() gives with `key` for its release. Memory while it is made: the column
// twice, and 1 to 4 bytes for each record; then the column once.
class ColumnShuffle {
 public:
  // `number` is the column's place among those that are masked, `values` the options of sjppds.
  // Fails on options, and on an infinite value.
  static Result<ColumnShuffle> make(Column column, std::uint32_t number, const OptionValues& values,
                                    const random::Key& key);
  ColumnShuffle(ColumnShuffle&&) noexcept;
  ColumnShuffle& operator=(ColumnShuffle&&) = delete;
  ~ColumnShuffle();

  // Of the next masked records, whose sources these are.
  Column draw(std::span<const Row> sources);

  struct Drawing;

 private:
  ColumnShuffle(Column empty, std::unique_ptr<Drawing> drawing);

  Column empty_;  // all but the values
  std::unique_ptr<Drawing> drawing_;
};

}  // namespace overhand::masking
