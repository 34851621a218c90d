// The evaluation of one masking of the whole table.
#pragma once

#include "overhand/masking/masked.h"
#include "overhand/tuning/evaluator.h"

namespace overhand::tuning {

// The pairing that tells the truth first: lineage and then sorted where records have a source.
Result<Evaluation> evaluate_truly(const Table& original, const masking::Masked& masked,
                                  const EvaluatorOptions& options, const Progress& progress = {});

}  // namespace overhand::tuning
