// What the cells of a variable of Stata, SPSS or SAS are to us.
#pragma once

#include "overhand/io/readstat_file_internal.h"

namespace overhand::io {

// The column without its name and role, with its labels. Dates and times by the display format; a
// category where every value has a label of its own. To be masked, what the file declares missing
// is missing; to be kept, it stays a value or a tagged missing one. What is planned as a number is
// no category, whatever its labels.
Column column_of(const StatVariable& variable, const std::vector<ValueLabel>& value_labels,
                 StatCells cells, const Wanted& wanted);

// A missing value that says why.
inline bool is_tagged(const LabelledValue& value) {
  const auto* number = std::get_if<double>(&value);
  return number != nullptr && is_missing(*number);
}

// Whether the file calls the value missing.
bool is_declared_missing(const Labels& labels, const LabelledValue& value);

}  // namespace overhand::io
