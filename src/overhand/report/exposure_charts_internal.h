// The most exposed records of a release, as a section of the internal report.
#pragma once

#include "overhand/attacks/x_ray.h"
#include "overhand/report/chart.h"

namespace overhand::report {

// Rows of the file, of which only `rows` were masked where it is given; the first is row 1.
Json exposure_section(const attacks::XRay& ray, const std::optional<Lineage>& rows);

}  // namespace overhand::report
