#include "table_facts.h"

#include <nlohmann/json.hpp>

#include "overhand/statistics/column_facts.h"

namespace overhand::web {

Json table_facts(const Table& table, const std::string& filename) {
  Json columns = Json::array();
  for (const auto& facts : statistics::column_facts(table)) {
    columns.push_back({{"name", facts.name},
                       {"type", facts.type},
                       {"missing", facts.missing},
                       {"distinct", facts.distinct},
                       {"histogram", facts.histogram},
                       {"looks_like_identifier", facts.looks_like_identifier},
                       {"can_be_masked", facts.can_be_masked}});
  }
  return {{"filename", filename}, {"rows", table.row_count()}, {"columns", columns}};
}

}  // namespace overhand::web
