// The study as a report page: the claims in words, every figure with the table behind it.
#pragma once

#include "overhand/report/figure.h"
#include "overhand/study/study.h"

namespace overhand::study {

report::Json report_page(const Study& study, const std::vector<report::Figure>& figures);

}  // namespace overhand::study
