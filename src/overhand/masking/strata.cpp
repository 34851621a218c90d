#include <fmt/format.h>

#include "overhand/masking/strata_internal.h"
#include "overhand/table/classes.h"
#include "overhand/table/column_words.h"

namespace overhand::masking {

Groups groups_by(const Table& table, const std::vector<std::string>& columns) {
  Classes classes(table.row_count(), 0);
  for (const std::string& name : columns) {
    refine(classes, value_numbers(table.columns()[*find_column(table, name)]));
  }
  return groups_of(classes);
}

Result<Groups> strata_of(const Table& table, const std::vector<std::string>& columns) {
  for (const std::string& name : columns) {
    if (const auto place = find_column(table, name); !place) return place.error();
  }
  Groups groups = groups_by(table, columns);
  for (std::size_t number = 0; !columns.empty() && number < groups.count(); ++number) {
    if (groups.group(number).size() > 1) continue;
    return Error{ErrorKind::invalid_data,
                 fmt::format("Record {} is alone in its stratum by {}: there is nobody to hide it "
                             "among; merge that level with another, or take a coarser column.",
                             groups.group(number).front() + 1, told(columns)),
                 {.column = columns.front()}};
  }
  return groups;
}

}  // namespace overhand::masking
