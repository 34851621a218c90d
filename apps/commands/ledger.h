// The ledger of releases in its file, for every face.
#pragma once

#include <functional>
#include <string>

#include "commands/preparation.h"
#include "overhand/core/progress.h"

namespace overhand::commands {

// Fails where the table shares records with a release in the ledger at `path`, and where that is
// none. A ledger that is not there yet is empty.
Status check_ledger(const std::string& path, const PreparedTable& table, const Progress& progress);

struct LedgerFacts {
  std::string date;
  std::string setting;
};

// The same once more, because others may have released meanwhile; then enters the table and does
// `finish`, which makes the release a release. Where that throws, the ledger is as it was.
Status enter_in_ledger(const std::string& path, const PreparedTable& table,
                       const LedgerFacts& facts, const Progress& progress,
                       const std::function<void()>& finish);

}  // namespace overhand::commands
