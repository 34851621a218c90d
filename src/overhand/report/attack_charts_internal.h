// Charts of what the attacks on a release learnt.
#pragma once

#include <vector>

#include "overhand/release/gate.h"
#include "overhand/report/chart.h"

namespace overhand::report {

// Bars of how often each attack was right, about those who are in the table and about strangers,
// with what is allowed; and the settings that were attacked. Of a gate without attempts null.
Json attack_section(const release::Gate& gate, const std::vector<release::Held>& held);

}  // namespace overhand::report
