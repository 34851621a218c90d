// What a release says on the terminal.
#pragma once

#include "overhand/release/gate.h"

namespace overhand::cli {

// The settings that were attacked, and which passes.
void print_attempts(const release::Gate& gate);

// What the attacks learnt of the table that goes out.
void print_held(const release::Gated& gated);

}  // namespace overhand::cli
