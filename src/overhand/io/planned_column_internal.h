// A column that was read, made what its plan says.
#pragma once

#include <optional>

#include "overhand/io/column_problems_internal.h"
#include "overhand/table/column_plan.h"
#include "overhand/table/retype.h"

namespace overhand::io {

struct PlannedReading {
  bool is_text_file = false;
  char decimal = '.';
};

// Changes a column that is to be masked. One that is to be kept stays as it stands in its file, but
// for a text of a text file that is planned as a category, and is only held against its list of
// levels. Says what does not fit.
std::optional<ColumnProblem> follow_plan(const ColumnPlan& plan, const PlannedReading& reading,
                                         Column& column);

// What stands for a gap in a column that is kept as it is: what is declared to, and in a text file
// what is a gap where columns are masked. None where nothing of it stands there.
std::shared_ptr<const std::vector<std::string>> gap_texts_of(const Column& column,
                                                             std::vector<std::string> declared,
                                                             const PlannedReading& reading);

// Makes the column what its plan says, with what means a gap in it, and says what is wrong with it
// then. What is only looked at (`to_look`) may have any value.
std::optional<ColumnProblem> settle(Column& column, const ColumnChoice& choice,
                                    const std::vector<std::string>& missing,
                                    const PlannedReading& reading, bool to_look = false);

// Columns to keep that tell records apart. What a plan coarsens is looked at once that is done;
// weights have to go out to be of use.
std::optional<Error> problem_with_kept(const Table& table, const ColumnChoice& choice);

}  // namespace overhand::io
