// The files of a release in its job's folder: the reports and the manifest lie there as a draft
// until the table may be taken, for it is under every ceiling or for a reason.
#pragma once

#include "commands/release.h"
#include "jobs.h"

namespace overhand::web {

commands::ReleaseFiles release_files(const JobRequest& request);

Status keep_draft(const JobRequest& request, const commands::ReleaseDraft& draft);

// Writes the files of the draft that is kept, with the reason on top.
Status accept_release(const JobRequest& request, const std::string& reason);

}  // namespace overhand::web
