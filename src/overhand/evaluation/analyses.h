// Analyses beside the measures of an evaluation.
#pragma once

#include "overhand/core/progress.h"
#include "overhand/evaluation/evaluation.h"
#include "overhand/table/table.h"

namespace overhand::evaluation {

// Computes the analyses of these formulas, or, without any, each column on the others where that
// costs little, and adds their mean overlap to the measurements. Those of formulas are given too.
// Fails where a formula names no column or too many levels, and when cancelled.
Result<Evaluation> with_analyses(Evaluation evaluation, const Table& original, const Table& masked,
                                 const std::vector<utility::ModelFormula>& formulas,
                                 const Progress& progress = {});

}  // namespace overhand::evaluation
