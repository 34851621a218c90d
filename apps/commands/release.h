// A release, for every face: what is wished for, what its report says, and the files of its folder.
#pragma once

#include <string>
#include <vector>

#include "commands/preparation.h"
#include "overhand/release/gate.h"
#include "overhand/report/manifest.h"
#include "overhand/report/report.h"

namespace overhand::commands {

struct ReleaseFacts {
  std::string table;  // as the person calls it, without a folder
  release::Profile profile = release::Profile::research;
  std::string version;
  bool has_ledger = false;  // it is entered in one
};

// What is tried and attacked for a profile, by `method` ("all", or the name of one).
release::GateWish gate_wish(release::Profile profile, const std::string& method,
                            const Structure& structure);

// "0.049, of 0.120 that is allowed (vote of the nearest)".
std::string held_words(const release::Held& held);

// "0.031 (vote of the nearest)", "2: 'income', 'age'".
std::string figure_words(const release::Figure& figure);

// What both reports are about. `gate`, `gated` and `read` must outlive it.
report::Subject release_subject(const ReleaseFacts& facts, const release::Gate& gate,
                                const release::Gated& gated, const PreparedTable& read);

// All that goes beside the masked table, before it is written.
struct ReleaseDraft {
  report::Json report;  // to pass on
  report::Json internal_report;
  report::Json manifest;
};
Result<ReleaseDraft> draft_of(const report::Subject& subject, const ReleaseFacts& facts,
                              const Progress& progress);

// The same of what goes out although it is not under every ceiling: the reason stands first.
ReleaseDraft with_accepted_risk(const ReleaseDraft& draft, const std::string& why);

// The paths of a release in a folder; `extension` is that of the masked table.
struct ReleaseFiles {
  ReleaseFiles(const std::string& folder, const std::string& extension);
  std::vector<std::string> all() const;

  std::string masked;
  std::string report;
  std::string internal_report;
  std::string manifest;
};

// Writes the reports; gives the manifest, with what `masked` and `report` hash to. The masked table
// must be there, and the manifest is to be written last: a folder without one is no release.
Result<report::Json> write_reports(const ReleaseFiles& files, const ReleaseDraft& draft,
                                   const Progress& progress);

// The same with what is known of the masked table's files, whose names are those in the folder.
Result<report::Json> write_reports(const ReleaseFiles& files, const ReleaseDraft& draft,
                                   std::vector<report::ReleasedFile> masked,
                                   const Progress& progress);

std::string file_text(const report::Json& manifest);

// As the first, and the manifest.
Status write_beside_masked(const ReleaseFiles& files, const ReleaseDraft& draft,
                           const Progress& progress);

}  // namespace overhand::commands
