// The report: a verdict in plain words, then charts, then the exact options. As JSON; html.h makes
// the page of it.
#pragma once

#include <vector>

#include "overhand/report/subject.h"
#include "overhand/report/table_charts.h"

namespace overhand::report {

// Fails when cancelled.
Result<Json> report_json(const Subject& subject, Audience audience, const Progress& progress = {});

// Where nothing may be released, and `why` says why: the map and the curves, and the refusal.
Json refusal_json(const tuning::Tuning& tuning, const std::string& why,
                  const std::vector<Detail>& details);

// The same of a release: also what the attacks learnt of the setting that comes nearest.
Json refusal_json(const release::Gate& gate, const std::string& why,
                  const std::vector<Detail>& details);

// The report of what goes out although it is not under every ceiling, because of `why`: said first.
Json with_accepted_risk(Json report, const std::string& why);

}  // namespace overhand::report
