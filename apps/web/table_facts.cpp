#include "table_facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "overhand/table/cell_text.h"

namespace overhand::web {
namespace {

Json preview_row(const Table& table, std::size_t row, std::size_t columns) {
  Json cells = Json::array();
  for (std::size_t j = 0; j < columns; ++j) {
    const auto text = cell_text(table.columns()[j], row);
    cells.push_back(text ? Json(*text) : Json());
  }
  return cells;
}

Json preview_of(const Table& table) {
  constexpr std::size_t most_rows = 8;
  constexpr std::size_t most_columns = 40;
  const std::size_t columns = std::min(table.column_count(), most_columns);
  Json names = Json::array();
  for (std::size_t j = 0; j < columns; ++j) names.push_back(table.columns()[j].name);
  Json rows = Json::array();
  for (std::size_t row = 0; row < std::min(table.row_count(), most_rows); ++row) {
    rows.push_back(preview_row(table, row, columns));
  }
  return {{"columns", names}, {"rows", rows}};
}

}  // namespace

Json table_facts(const Table& table, const inspection::Inspection& inspection,
                 const std::string& filename) {
  Json columns = Json::array();
  for (const auto& column : inspection.columns) {
    columns.push_back({{"name", column.name},
                       {"found", name_of(column.found)},
                       {"type", name_of(column.type)},
                       {"role", name_of(column.role)},
                       {"why", column.why},
                       {"missing", column.missing},
                       {"distinct", column.distinct},
                       {"histogram", column.histogram},
                       {"looks_like_identifier", column.looks_like_identifier}});
  }
  return {{"filename", filename},      {"rows", table.row_count()},
          {"columns", columns},        {"identities", inspection.identities},
          {"rules", inspection.rules}, {"preview", preview_of(table)}};
}

}  // namespace overhand::web
