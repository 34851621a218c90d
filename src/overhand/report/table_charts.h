// Charts of two tables side by side: margins, pairs, and where the risk sits.
#pragma once

#include <vector>

#include "overhand/masking/masked.h"
#include "overhand/report/chart.h"
#include "overhand/risk/isolation.h"

namespace overhand::report {

// Who may see the report. External: aggregates only, no count of fewer than 5 original records, and
// no original extreme.
enum class Audience { internal, external };

// Columns beyond this many have no chart of their own: a page must stay readable.
constexpr std::size_t most_columns_shown = 30;

std::vector<Chart> margins(const Table& original, const Table& masked, Audience audience);

// Scatter plots of neighbouring columns before and after; external: after only.
std::vector<Chart> pairs(const Table& original, const Table& masked, Audience audience);

// The share of linked records by decile of isolation, of all `records` or a sample of them: counts,
// never values.
Chart where_the_risk_sits(const risk::LinkedByIsolation& linked, std::size_t records);

}  // namespace overhand::report
