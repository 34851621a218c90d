// Applied: one masking of the whole table, and the evaluation of that very table.
#pragma once

#include "overhand/masking/methods.h"
#include "overhand/tuning/evaluator.h"

namespace overhand::tuning {

struct Applied {
  masking::Masked masked;
  Evaluation evaluation;
};

// The pairing that tells the truth first: lineage and then sorted where records have a source.
Result<Evaluation> evaluate_truly(const Table& original, const masking::Masked& masked,
                                  const EvaluatorOptions& options);

Result<Applied> apply(const masking::Method& method, const masking::MaskOptions& options,
                      const Table& original, const EvaluatorOptions& evaluator,
                      const masking::Context& context);

}  // namespace overhand::tuning
