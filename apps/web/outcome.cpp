#include "outcome.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>

#include "columns.h"
#include "overhand/io/whole_file.h"

namespace overhand::web {
namespace {

using report::Audience;

std::string now() { return fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr))); }

std::vector<std::string> masked_columns(const OpenTable& table, const ColumnChoice& choice) {
  std::vector<std::string> names = table.columns;
  std::erase_if(names,
                [&](const std::string& name) { return role_of(name, choice) != Treatment::mask; });
  return names;
}

// Which file, which columns, when. What was dropped is not for those who get the table.
Json facts_of(const JobRequest& request, Audience audience) {
  Json facts = {{{"name", "table"}, {"value", request.table.filename}},
                {{"name", "date"}, {"value", now()}}};
  const auto add = [&](const char* name, const std::vector<std::string>& columns) {
    if (columns.empty()) return;
    facts.push_back({{"name", name}, {"value", fmt::format("{}", fmt::join(columns, ", "))}});
  };
  const auto choice = named_columns(request.body);
  if (!choice) return facts;
  add("columns masked", masked_columns(request.table, *choice));
  add("columns kept as they are", choice->keep);
  if (audience == Audience::internal) add("columns dropped", choice->drop);
  return facts;
}

Status write_report(const JobRequest& request, Json report, Audience audience) {
  Json details = facts_of(request, audience);
  for (Json& detail : report["details"]) details.push_back(std::move(detail));
  report["details"] = std::move(details);
  return io::write_file(report_path(request, audience),
                        report.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Json used_schema(const JobRequest& request) {
  if (!needs_schema(request.body)) return nullptr;
  const auto text = edited_schema(request.body, request.table);
  return text ? Json(*text) : Json();
}

std::string report_path(const JobRequest& request, Audience audience) {
  return request.folder +
         (audience == Audience::internal ? "/report-internal.json" : "/report.json");
}

Result<Json> filed(const JobRequest& request, const Json& outcome) {
  const Json& internal = outcome.at("report");
  if (auto written = write_report(request, internal, Audience::internal); !written) {
    return written.error();
  }
  const bool has_external = outcome.contains("external_report");
  if (has_external) {
    auto written = write_report(request, outcome["external_report"], Audience::external);
    if (!written) return written.error();
  }
  return Json{{"command", outcome.at("command")},
              {"masked", outcome.at("masked")},
              {"key", outcome.at("key")},
              {"schema", used_schema(request)},
              {"level", internal.at("verdict").at("level")},
              {"has_external_report", has_external}};
}

}  // namespace overhand::web
