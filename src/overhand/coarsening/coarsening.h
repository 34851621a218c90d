// Coarsening: what a schema says of wider values, done to a table before it is masked.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::coarsening {

// What became of one column; no value of a record is in it.
struct Change {
  std::string column;
  std::string how;  // "bands of 5, top 85"
  std::size_t values_before = 0;
  std::size_t values_after = 0;
};

// "Column 'age' has 15 values instead of 73 (bands of 5, top 85)."
std::string sentence_on(const Change& change);

struct Coarsened {
  Table table;
  std::vector<Change> changes = {};
};

// The table with each column as its plan says it: gaps stay gaps, and no level is made but bands,
// periods, what a hierarchy names, and `other`. Bands, cuts and periods are categories in their
// order, and so are levels of a hierarchy that keep the order below them; `other` has no order, so
// that a column with it has none. Numbers with nothing but a top or a bottom stay numbers where
// they are masked, with that value in place of all beyond it; where they are kept they are
// categories with `85+` and `<15` at their ends, as people read them.
//
// Fails, with the place of the plan, on a column of which it says what cannot be done.
Result<Coarsened> coarsened(Table table, const std::vector<ColumnPlan>& plans);

}  // namespace overhand::coarsening
