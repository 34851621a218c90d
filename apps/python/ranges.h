// Values by rank over the parts of a rotated table (overhand/parts/ranges.h), for tasks of Spark.
#pragma once

#include <nanobind/nanobind.h>

namespace overhand::python {

void add_ranges(nanobind::module_& module);

}  // namespace overhand::python
