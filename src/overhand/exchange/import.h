// Columns of ours out of Arrow's C data interface, without the Arrow library.
//
// Doubles, 64-bit integers and 32-bit codes without gaps that come in one piece are borrowed: the
// column keeps the producer's memory until its last copy is gone. All else is copied into our
// storage once. Types by their meaning: table/type.h; a time of day is text.
#pragma once

#include <memory>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/exchange/abi.h"
#include "overhand/table/table.h"

namespace overhand::exchange {

// A stretch of an array; `owner` keeps the array alive.
struct Slice {
  std::shared_ptr<const void> owner;
  const ArrowArray* array;
  std::int64_t offset;  // in the array's buffers: its own offset is counted in
  std::int64_t length;
};

// The whole of `array`, which is taken over: released with the last slice or column that uses it.
Slice take(ArrowArray& array);

// Whether the type has a place in a table; lists, records within records, bytes and intervals have
// none.
bool can_be_imported(const ArrowSchema& schema);

// The column that the slices make up one after the other, without its name.
//
// The format stays with the column. To be masked: decimals become the nearest doubles. To be kept:
// no value changes; numbers that our own storage would change (decimals, NaN beside missing values,
// integers beyond 64 bits) are text, which is exported in that format again.
//
// Fails on a type that has no place here, on a time that no text can say (beyond the years 0 to
// 9999), on integers to be masked that 64 bits do not hold, and on an array that does not fit its
// schema. The message is a phrase about the column: "a value that is out of range for ...".
Result<Column> import_column(const ArrowSchema& schema, const std::vector<Slice>& slices, Role role,
                             const Progress& progress = {});

// The chosen columns of a stream, which is read to its end and released.
Result<Table> import_table(ArrowArrayStream& stream, const ColumnChoice& choice = {},
                           const Progress& progress = {});

}  // namespace overhand::exchange
