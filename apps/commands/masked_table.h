// A masked table that was written to a file, read again as its original is.
#pragma once

#include "commands/preparation.h"

namespace overhand::commands {

// How it is to be read: its columns decide, because what was dropped before has not been released.
ColumnChoice choice_for_masked(ColumnChoice said);
io::ReadOptions reading_for_masked(io::ReadOptions reading);

// How the original is, once the masked table is known.
ColumnChoice choice_for_original(const Table& masked, const ColumnChoice& said);

// The masked levels of coarsened columns in the order of the original's.
Table in_order_of(const PreparedTable& original, Table masked);

// With the types of the original, and what stands for a gap in a kept column of it.
Table as_original(const Table& original, Table masked);

}  // namespace overhand::commands
