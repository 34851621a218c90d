// Masks the open table: what `overhand mask` does, byte for byte.
#pragma once

#include "jobs.h"

namespace overhand::web {

Result<Json> mask_action(const JobRequest& request, const Progress& progress);

}  // namespace overhand::web
