// Charts of what single records and weighted figures lose.
#pragma once

#include "overhand/evaluation/evaluation.h"
#include "overhand/report/chart.h"

namespace overhand::report {

// The rules that masked records break, the most broken first.
Chart broken_rules_chart(const std::vector<evaluation::BrokenRule>& broken);

// How far weighted figures moved, without the figures themselves.
Chart weighted_chart(const std::string& weight,
                     const std::vector<utility::WeightedColumn>& columns);

}  // namespace overhand::report
