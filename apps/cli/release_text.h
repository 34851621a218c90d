// What a release says on the terminal.
#pragma once

#include "overhand/release/gate.h"

namespace overhand::cli {

// "0.049, of 0.120 that is allowed (vote of the nearest)".
std::string held_words(const release::Held& held);

// "0.031 (vote of the nearest)", "2: 'income', 'age'".
std::string figure_words(const release::Figure& figure);

// The settings that were attacked, and which passes.
void print_attempts(const release::Gate& gate);

// What the attacks learnt of the table that goes out.
void print_held(const release::Gated& gated);

}  // namespace overhand::cli
