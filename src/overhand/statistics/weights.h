// Weights: how many each record of a sample stands for.
#pragma once

#include <string>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::statistics {

// The weights of the records. Fails where the column is not there or is no number, where a weight
// is missing or negative (the first one's record is in the error's place), and where all are 0.
// `which` names the table, "original" or "masked", where there are two.
Result<Cells<double>> weights_in(const Table& table, const std::string& column,
                                 const std::string& which);

}  // namespace overhand::statistics
