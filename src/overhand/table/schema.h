// Schema: what a steward says about the columns of a table, once, for every command.
#pragma once

#include <string>
#include <vector>

#include "overhand/table/column_plan.h"
#include "overhand/table/structure.h"

namespace overhand {

struct Schema {
  std::vector<ColumnPlan> columns;
  std::vector<std::string> missing = {};  // in every column
  Structure structure = {};

  bool operator==(const Schema&) const = default;
};

// What stands in its file beside what is said: above all of it, and above each column.
struct SchemaComments {
  std::string heading = {};
  std::vector<std::string> columns = {};
};

// The plans of the columns, each with what means missing in every column.
std::vector<ColumnPlan> plans_of(const Schema& schema);

}  // namespace overhand
