// What the columns that stay readable tell: who shares them with whom, in a picture and figures;
// for the owner also which records are at risk, and by which columns.
#pragma once

#include <vector>

#include "overhand/keys/measures.h"
#include "overhand/report/subject.h"
#include "overhand/report/table_charts.h"

namespace overhand::report {

// Where nobody says how many records are to share their keys.
constexpr Row usual_k = 3;

// A table, what was measured over its keys, and how many records are to share them.
struct KeySubject {
  const Table& table;
  const keys::KeyMeasures& measures;
  Row k = usual_k;
  // Where it is part of a table that goes out, the row there of each record, and the row of the
  // original's file that it comes from.
  const Lineage* rows = nullptr;
  const Lineage* sources = nullptr;
};

// Bars of the records by the size of their class, red below k: counts, never values.
Chart class_size_chart(const keys::ClassSizes& sizes, Row k);

// {"id": "keys", ...}: the bars, and a table of figures. Internal: also the sets of columns that
// single out most records, and the records most at risk by their rows. No value of a record is in
// either. Fails when cancelled.
Result<Json> keys_section(const KeySubject& subject, Audience audience);

// A report of nothing but that, for the owner: no table was masked, and none is judged.
Result<Json> keys_report_json(const KeySubject& subject, const std::vector<Detail>& details);

// The section of a masked table's report: over the keys that its structure says, or else all
// columns that go out as they are. Records of one source are one person, however often a masking
// took it, and are counted once. Null where there are none; a note in place of figures where
// they cannot be measured. Fails when cancelled.
Result<Json> masked_keys_section(const Subject& subject, Audience audience,
                                 const Progress& progress);

}  // namespace overhand::report
