// What was measured of a masked table, as text for a terminal.
#pragma once

#include "overhand/evaluation/evaluator.h"

namespace overhand::cli {

// Every measure by every pairing, the rules that are broken, and the analyses.
void print_evaluation(const evaluation::Evaluation& evaluation);

}  // namespace overhand::cli
