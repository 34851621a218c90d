// What an attack learnt about one person, as a sentence: columns, never values.
#pragma once

#include <string>
#include <vector>

#include "overhand/attacks/exposure.h"

namespace overhand::report {

// "inference", as the guide calls it.
std::string name_of(attacks::AttackKind attack);

// "income was guessed (line through the nearest) from age and sex: right 9 of 10 times; by the true
// records of all others 1 of 10".
std::string words_for(const attacks::Finding& finding, const std::vector<std::string>& columns);

}  // namespace overhand::report
