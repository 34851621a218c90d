// Tunes one method or all of them, masks with the choice, and reports.
#pragma once

#include "jobs.h"

namespace overhand::web {

Result<Json> tune_action(const JobRequest& request, const Progress& progress);
Result<Json> compare_action(const JobRequest& request, const Progress& progress);

}  // namespace overhand::web
