// The report: a verdict in plain words, then figures, then the exact options. As JSON; html.h makes
// the page of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/report/table_figures.h"
#include "overhand/tuning/tuner.h"

namespace overhand::report {

struct Detail {
  std::string name;
  std::string value;
};

// What a report is about. `masked` may lack a lineage, and `tuning` is null for a table that was
// made elsewhere.
struct Subject {
  const Table& original;
  const masking::Masked& masked;
  const tuning::Evaluation& evaluation;
  const tuning::Tuning* tuning = nullptr;
  double max_risk = 0.2;
  std::string masked_by;  // "cell_rotate, k 24"
  std::vector<Detail> details = {};
};

Json verdict_json(const Subject& subject);
Json report_json(const Subject& subject, Audience audience);

// Where nothing may be released, and `why` says why: the map and the curves, and the refusal.
Json refusal_json(const tuning::Tuning& tuning, const std::string& why,
                  const std::vector<Detail>& details);

}  // namespace overhand::report
