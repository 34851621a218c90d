#include <fmt/format.h>

#include <algorithm>

#include "overhand/masking/column_names_internal.h"
#include "overhand/table/column_list.h"
#include "overhand/table/column_words.h"

namespace overhand::masking {

Result<std::vector<std::size_t>> columns_named(const Table& table, const ColumnList& list,
                                               const char* option) {
  std::vector<std::size_t> columns;
  if (list.typed.empty()) return columns;
  for (const std::string& name : names_meant(list.typed, column_names(table))) {
    const auto column = find_column(table, name);
    if (!column) {
      return Error{ErrorKind::invalid_option,
                   fmt::format("In {}: {}", option, column.error().message)};
    }
    if (std::ranges::find(columns, *column) != columns.end()) {
      return Error{ErrorKind::invalid_option,
                   fmt::format("{} names {} twice.", option, in_words(name))};
    }
    columns.push_back(*column);
  }
  return columns;
}

}  // namespace overhand::masking
