// A ledger as text, and back.
#pragma once

#include <string>

#include "overhand/release/ledger.h"

namespace overhand::report {

std::string ledger_text(const release::Ledger& ledger);

// Fails where it is none, whole and of this version: who cannot read what was released must not
// take it for nothing.
Result<release::Ledger> ledger_from(const std::string& text);

}  // namespace overhand::report
