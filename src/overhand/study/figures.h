// The figures of the study as Vega-Lite specs that carry their data: plain JSON, which any
// Vega-Lite viewer shows and tools/figures turns into SVG.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "overhand/study/study.h"

namespace overhand::study {

struct StudyFigure {
  std::string name;   // "census_overall": of the files .vl.json and .svg
  std::string title;  // for the index page
  std::string spec;   // JSON
};

std::vector<StudyFigure> study_figures(const Study& study);

}  // namespace overhand::study
