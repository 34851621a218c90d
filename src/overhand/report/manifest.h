// The manifest of a release: what was released, how, and what the attacks learnt. A whitelist: what
// is not named here does not stand in it, no key, seed, source, single record, input or path.
#pragma once

#include <string>
#include <vector>

#include "overhand/release/gate.h"
#include "overhand/report/chart.h"

namespace overhand::report {

struct ReleasedFile {
  std::string name;  // without a folder
  std::string sha256;
};

struct ManifestFacts {
  std::string version;
  std::string date;
  release::Profile profile = release::Profile::research;
  bool has_ledger = false;  // it was entered in one
};

// docs/manifest.schema.json. It names no files yet.
Json manifest_json(const release::Gated& gated, const tuning::Tuning& tuning,
                   const ManifestFacts& facts);

// The manifest of what goes out although it is not under every ceiling, because of `why`.
Json with_reason(Json manifest, const std::string& why);

// The manifest of just these files.
Json with_files(Json manifest, const std::vector<ReleasedFile>& files);

// [{"name", "meaning", "measured", "ceiling", "kept", "by", "target", "control", "interval",
// "usual_ceiling"}].
Json held_json(const std::vector<release::Held>& held);
// [{"name", "meaning", "measured", "by", "columns"}].
Json figures_json(const std::vector<release::Figure>& figures);

}  // namespace overhand::report
