// The Census table as one would release it.
#pragma once

#include "overhand/study/experiments.h"

namespace overhand::study {

// Masked by the best method by true sources, with its chosen setting; PEARNVAL, which is
// PTOTVAL - POTHVAL, recomputed from the masked columns and put before FICA, where it was. Nothing
// when no method is under the ceiling. Fails when one of these columns is not there.
Result<std::optional<Table>> released_census(const Experiment& census,
                                             const ExperimentResult& result,
                                             const masking::Context& context);

// `table` with the column `name` = `minuend` - `subtrahend` before the column `before`; integers
// where both are.
Result<Table> with_difference(const Table& table, const std::string& name,
                              const std::string& minuend, const std::string& subtrahend,
                              const std::string& before);

}  // namespace overhand::study
