// Stacking: the records of several tables in one.
#pragma once

#include <span>
#include <vector>

#include "overhand/table/table.h"

namespace overhand {

// The values of all columns, one after the other, as a column like the first. Numbers that are
// stored in two ways become reals; texts keep their levels, those of the first column first.
Column stacked(std::span<const Column> columns);

// The records of all tables, which have the same columns in the same order.
Table stacked(std::span<const Table> tables);

}  // namespace overhand
