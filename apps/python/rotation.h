// cell_rotate over the parts of a table, in the submodule parts.
#pragma once

#include <nanobind/nanobind.h>

namespace overhand::python {

void add_rotation(nanobind::module_& module);

}  // namespace overhand::python
