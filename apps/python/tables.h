// Tables of ours as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

#include "overhand/table/table.h"

namespace overhand::python {

namespace nb = nanobind;

// A table that Python holds: columns that can be taken out of it once each.
struct HeldTable {
  Table table;
};

// The class Table: names, rows, kind(j), take(j), levels(j), __arrow_c_stream__.
void add_tables(nb::module_& module);

}  // namespace overhand::python
