// The study as a report page: the claims in words, every figure with the table behind it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "overhand/report/study_figures.h"

namespace overhand::report {

nlohmann::ordered_json study_report(const study::Study& study,
                                    const std::vector<StudyFigure>& figures);

}  // namespace overhand::report
