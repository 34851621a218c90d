// The study as a report page: the claims in words, every figure with the table behind it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "overhand/study/figures.h"

namespace overhand::study {

nlohmann::ordered_json study_report(const Study& study, const std::vector<StudyFigure>& figures);

}  // namespace overhand::study
