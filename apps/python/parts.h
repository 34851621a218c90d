// Masking over the parts of a table, for tasks that hand each other bytes: the submodule parts.
#pragma once

#include <nanobind/nanobind.h>

#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::python {

void add_parts(nanobind::module_& module);

// What a capsule of an Arrow stream holds, which is empty then.
Table table_of(const nanobind::object& capsule);

random::Key key_from(const nanobind::bytes& bytes);

}  // namespace overhand::python
