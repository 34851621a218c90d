#include "table_facts.h"

#include <nlohmann/json.hpp>

namespace overhand::web {

Json table_facts(const Table& table, const inspection::Inspection& inspection,
                 const std::string& filename) {
  Json columns = Json::array();
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const auto& column = inspection.columns[j];
    columns.push_back({{"name", column.name},
                       {"type", name_of(column.type)},
                       {"role", name_of(column.role)},
                       {"why", column.why},
                       {"missing", column.missing},
                       {"distinct", column.distinct},
                       {"histogram", column.histogram},
                       {"looks_like_identifier", column.looks_like_identifier},
                       {"can_be_masked", is_quantity(table.columns()[j].type)}});
  }
  return {{"filename", filename}, {"rows", table.row_count()}, {"columns", columns}};
}

}  // namespace overhand::web
