#include "overhand/masking/column_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "overhand/table/column_words.h"

namespace overhand::masking {

Result<std::vector<std::size_t>> columns_named(const Table& table, const std::string& names,
                                               const char* option) {
  std::vector<std::size_t> columns;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
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
