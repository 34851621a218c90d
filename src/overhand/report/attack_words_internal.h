// What the attacks on a release learnt, in sentences of the verdict.
#pragma once

#include <string>
#include <vector>

#include "overhand/release/ceilings.h"

namespace overhand::report {

// Of the attacks that are farthest beyond their ceilings, at most three; where none is, of the one
// that comes nearest to it.
std::vector<std::string> attack_sentences(const std::vector<release::Held>& held);

// "Not under every ceiling: 2 of 8 attacks learn more than they may."
std::string headline_beyond(const std::vector<release::Held>& held);

}  // namespace overhand::report
