// A release of a frame that no memory holds, as Python calls its steps.
#pragma once

#include <nanobind/nanobind.h>

namespace overhand::python {

namespace nb = nanobind;

// Sample, Witnesses, Release and check_release of overhand._core.parts.
void add_part_release(nb::module_& parts);

}  // namespace overhand::python
