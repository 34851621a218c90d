// A last row that holds the totals of the others: spreadsheets have one, and it is no record.
#pragma once

#include <vector>

#include "overhand/io/header_line_internal.h"
#include "overhand/table/table.h"

namespace overhand::io {

// Whether the first cell of the last row that has a text says so ("Total", "Summe"), and no other
// of these records in its column does; the last may be among them.
bool says_totals(const Fields& last, const std::vector<Fields>& records);

// Whether each number of the last record is the sum of its column, and chance hardly made it so.
bool ends_in_sums(const Table& table);

}  // namespace overhand::io
