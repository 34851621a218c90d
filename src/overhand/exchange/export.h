// Columns of ours as arrays of Arrow's C data interface, without the Arrow library.
//
// Values are lent where Arrow lays them out as we do: the consumer's release gives them back. A
// column goes out in the format in which it came as long as that holds every value.
#pragma once

#include "overhand/exchange/abi.h"
#include "overhand/table/table.h"

namespace overhand::exchange {

// Where missing reals are told: beside the values, as others read them, or by the NaNs that they
// are, whose bits may say why (table/labels.h). The second is for our own import alone.
enum class Gaps { beside, within };

// Which levels of a category go out: those that occur, or, in a part of a table, all that it has.
enum class LevelSet { used, all };

// Both must be released by who gets them.
void export_column(const Column& column, ArrowSchema& schema, ArrowArray& array,
                   Gaps gaps = Gaps::beside, LevelSet levels = LevelSet::used);

// The table as a struct of its columns: what others call a record batch.
void export_table(const Table& table, ArrowSchema& schema, ArrowArray& array,
                  Gaps gaps = Gaps::beside);

// The same as a stream of one batch.
void export_stream(const Table& table, ArrowArrayStream& stream, Gaps gaps = Gaps::beside);

}  // namespace overhand::exchange
