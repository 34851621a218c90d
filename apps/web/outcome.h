// What a finished job leaves: its reports as files in its folder, and what the page must know.
#pragma once

#include "jobs.h"
#include "overhand/report/table_charts.h"

namespace overhand::web {

std::string report_path(const JobRequest& request, report::Audience audience);

// The text of the file that the command reads, or null where it needs none.
Json used_schema(const JobRequest& request);

// Takes what an action returned, writes its reports to the job's folder with the file, the columns
// and the date among their details, and returns {"command", "masked", "key", "schema":
// used_schema(), "level": the verdict's, "has_external_report"}.
Result<Json> filed(const JobRequest& request, const Json& outcome);

}  // namespace overhand::web
