// What an intruder learns from a released table, by the attacks on it, in words.
#pragma once

#include <string>
#include <vector>

#include "overhand/release/gate.h"

namespace overhand::report {

// Sentences; what stands between ** is strong.
std::vector<std::string> attack_sentences(const release::Gated& gated);

// "3 facts about a person known, another guessed; ...": what is beyond its ceiling, if anything.
std::string beyond_ceilings(const release::Gated& gated);

}  // namespace overhand::report
