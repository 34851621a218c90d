// A table between its file and its masking: coarsened as its schema says, for every face.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/coarsening/coarsening.h"
#include "overhand/coarsening/key_ways.h"
#include "overhand/io/read_table.h"
#include "overhand/report/chart.h"
#include "overhand/report/subject.h"

namespace overhand::commands {

struct PreparedTable : io::TableInFile {
  Table before = {};  // as it was read
  std::vector<coarsening::Change> coarsened = {};
  std::optional<coarsening::KeyWays> key_ways = {};  // where they were held against each other
};

// Fails on what cannot be done to a column, and where one that is kept is nearly unique even then.
Result<PreparedTable> prepared(io::TableInFile read, const ColumnChoice& choice);

// How a report tells it.
std::vector<report::Detail> details_of(const std::vector<coarsening::Change>& changes);

// [{"column", "how", "before", "after"}].
report::Json json_of(const std::vector<coarsening::Change>& changes);

}  // namespace overhand::commands
