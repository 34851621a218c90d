#include "release_files.h"

#include <fstream>

#include "outcome.h"
#include "overhand/io/whole_file.h"

namespace overhand::web {
namespace {

using report::Audience;

std::string manifest_draft_path(const JobRequest& request) {
  return request.folder + "/manifest-draft.json";
}

Status write_draft(const std::string& path, const Json& json) {
  return io::write_file(path, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json read_draft(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Json::parse(file);
}

}  // namespace

commands::ReleaseFiles release_files(const JobRequest& request) {
  return {request.folder, request.table.extension};
}

Status keep_draft(const JobRequest& request, const commands::ReleaseDraft& draft) {
  const std::pair<std::string, const Json&> files[] = {
      {report_path(request, Audience::external), draft.report},
      {report_path(request, Audience::internal), draft.internal_report},
      {manifest_draft_path(request), draft.manifest}};
  for (const auto& [path, json] : files) {
    if (auto written = write_draft(path, json); !written) return written;
  }
  return Done{};
}

Status accept_release(const JobRequest& request, const std::string& reason) {
  const commands::ReleaseDraft draft{read_draft(report_path(request, Audience::external)),
                                     read_draft(report_path(request, Audience::internal)),
                                     read_draft(manifest_draft_path(request))};
  return commands::write_beside_masked(release_files(request),
                                       commands::with_accepted_risk(draft, reason), {});
}

}  // namespace overhand::web
