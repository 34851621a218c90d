// What the keys of the open table tell, and what it costs to make records share them: figures for
// the page alone, no files.
#pragma once

#include "jobs.h"

namespace overhand::web {

// {"columns", "sensitive": name or ""}: gives {"facts": as `overhand keys` writes them, "costs":
// [{"k", "below", "cells": [{"column", "cells"}], "records"}], "counted", "problem"}: for each k
// how many records share their keys with fewer, how many cells of each key would be emptied so that
// all share them with k, or else how many records left out. `counted` records were taken for the
// costs: a random sample of a large table. `problem` says why cells cannot be emptied at all.
Result<Json> keys_action(const JobRequest& request, const Progress& progress);

// {"columns", "k"}: gives {"k", "records", "below", "left", "steps": [{"column", "coarsening",
// "words", "values", "kept"}]}: how the keys could be coarsened, as they stand in the file, and how
// many of so many records share them with fewer than k before and after.
Result<Json> coarsen_action(const JobRequest& request, const Progress& progress);

}  // namespace overhand::web
