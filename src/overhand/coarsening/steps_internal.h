// Each way to coarsen a column, by itself. Columns come without texts that mean a gap.
#pragma once

#include "overhand/core/result.h"
#include "overhand/table/column_plan.h"
#include "overhand/table/levels.h"

namespace overhand::coarsening {

// "'bands' of column 'age' ...", at the place of the plan.
Error problem_with(const ColumnPlan& plan, const std::string& what);

// The column as a category of these texts; what a file's package says of its values is gone with
// them.
Column as_category(const Column& column, Texts texts, bool is_ordered);

// Bands, cuts, top and bottom: intervals.cpp.
Result<Column> in_intervals(const Column& column, const ColumnPlan& plan);

// Dates and times as months, quarters or years: periods.cpp.
Result<Column> in_periods(const Column& column, const ColumnPlan& plan, Period period);

// The first letters, the ancestors, and rare levels as one: level_steps.cpp.
Result<Column> with_prefixes(const Column& column, const ColumnPlan& plan, std::size_t letters);
Result<Column> with_ancestors(const Column& column, const ColumnPlan& plan,
                              const coarse::Hierarchy& hierarchy);
Result<Column> with_rare_merged(const Column& column, const ColumnPlan& plan, std::size_t fewest);

}  // namespace overhand::coarsening
