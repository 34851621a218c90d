// sjppds over the parts of a table, for tasks that hand each other bytes: the submodule parts.
#pragma once

#include <nanobind/nanobind.h>

namespace overhand::python {

void add_parts(nanobind::module_& module);

}  // namespace overhand::python
