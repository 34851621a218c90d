// Writes a table as CSV text.
#pragma once

#include <arrow/io/interfaces.h>

#include <limits>
#include <map>
#include <memory>

#include "overhand/core/progress.h"
#include "overhand/io/dialect.h"
#include "overhand/table/table.h"

namespace overhand::io {

// The days of a column of dates or times, and which times are the first and the last: as much as
// its layout depends on.
class DaysSeen {
 public:
  void add(const Column& column);
  Integers times() const;

 private:
  std::map<std::int64_t, std::int64_t> times_;  // one of each day
  std::int64_t first_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_ = std::numeric_limits<std::int64_t>::min();
};

// Whether each day says itself in this layout, whatever the others are.
bool is_clear_by_itself(const DateLayout& layout);

// The layout in which all values of the column say themselves when they are read again; none where
// that is how ISO 8601 writes them.
std::shared_ptr<const DateLayout> readable_layout(const Column& column);

// Closes `sink` at the end. Fails as invalid on a letter that the dialect's encoding lacks.
arrow::Status write_csv(const Table& table, const Dialect& dialect,
                        const std::shared_ptr<arrow::io::OutputStream>& sink,
                        const Progress& progress);

}  // namespace overhand::io
