#include "overhand/report/inspection_json.h"

#include <nlohmann/json.hpp>

namespace overhand::report {
namespace {

using Json = nlohmann::ordered_json;

Json bound_json(const std::optional<inspection::Extremes>& range,
                inspection::Bound inspection::Extremes::* which) {
  if (!range) return nullptr;
  return std::visit([](const auto& value) { return Json(value); }, *range.*which);
}

Json levels_json(const std::vector<inspection::Level>& levels) {
  Json all = Json::array();
  for (const auto& level : levels) {
    all.push_back({{"value", level.value}, {"records", level.records}});
  }
  return all;
}

Json column_json(const inspection::InspectedColumn& column) {
  return {{"name", column.name},
          {"type", name_of(column.type)},
          {"role", name_of(column.role)},
          {"why", column.why},
          {"looks_like_identifier", column.looks_like_identifier},
          {"distinct", column.distinct},
          {"missing", column.missing},
          {"min", bound_json(column.range, &inspection::Extremes::low)},
          {"max", bound_json(column.range, &inspection::Extremes::high)},
          {"histogram", column.histogram},
          {"levels", levels_json(column.levels)}};
}

}  // namespace

Json inspection_json(const inspection::Inspection& inspection) {
  Json columns = Json::array();
  for (const auto& column : inspection.columns) columns.push_back(column_json(column));
  return {{"schema", 1},
          {"command", "inspect"},
          {"rows", inspection.rows},
          {"columns", columns},
          {"identities", inspection.identities},
          {"rules", inspection.rules}};
}

}  // namespace overhand::report
