// Finds the best release: tries, attacks, holds against ceilings, masks all, attacks that very
// table.
#pragma once

#include "jobs.h"

namespace overhand::web {

// {"profile": "internal" | "research" | "public", "method": name, "columns"}: what is under every
// ceiling lies ready with its reports and manifest; of the rest what comes nearest, locked until
// somebody says why they take it. Beside what filed() returns, {"release": true}.
Result<Json> release_action(const JobRequest& request, const Progress& progress);

// [{"name": "research", "words": "known researchers under contract"}].
Json profiles_json();

}  // namespace overhand::web
