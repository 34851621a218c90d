// The study as a report page: the claims in words, every chart with the table behind it.
#pragma once

#include "overhand/report/chart.h"
#include "overhand/study/study.h"

namespace overhand::study {

report::Json report_page(const Study& study, const std::vector<report::Chart>& charts);

}  // namespace overhand::study
