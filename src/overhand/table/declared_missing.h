// Values that mean missing because somebody says so: -99, "unknown".
#pragma once

#include <string>
#include <vector>

#include "overhand/table/column.h"

namespace overhand {

// The column with missing values in place of these. Numbers are compared as numbers: -99 is -99.0.
Column without_declared_missing(const Column& column, const std::vector<std::string>& spellings);

// The column with missing values in place of what stands for them where it is kept (gap_texts).
Column with_gaps(const Column& column);

}  // namespace overhand
