// The charts of the study as Vega-Lite specs that carry their data: plain JSON, which any
// Vega-Lite viewer shows and tools/figures turns into SVG.
#pragma once

#include "overhand/report/chart.h"
#include "overhand/study/study.h"

namespace overhand::study {

// A chart's id, "census_overall", is the name of its files .vl.json and .svg.
std::vector<report::Chart> charts_of(const Study& study);

}  // namespace overhand::study
