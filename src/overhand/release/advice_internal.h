// What is said where nothing goes out: what comes nearest, and what to change.
#pragma once

#include "overhand/release/gate.h"

namespace overhand::release {

// No attempt is under every ceiling, or none was worth an attack.
Error nothing_passes(const Table& original, const Gate& gate);

// That very table is beyond `held`, though its trials were not.
Error not_this_table(const Table& original, const Gate& gate, const Attempt& attempt,
                     const std::vector<Held>& held);

}  // namespace overhand::release
