// The figures of the study as Vega-Lite specs that carry their data: plain JSON, which any
// Vega-Lite viewer shows and tools/figures turns into SVG.
#pragma once

#include "overhand/report/figure.h"
#include "overhand/study/study.h"

namespace overhand::study {

// A figure's id, "census_overall", is the name of its files .vl.json and .svg.
std::vector<report::Figure> figures_of(const Study& study);

}  // namespace overhand::study
