#include "overhand/report/html.h"

#include <cassert>
#include <nlohmann/json.hpp>

namespace overhand::report {
namespace {

constexpr std::string_view place_of_report = "<!--OVERHAND_REPORT-->";

// In JSON a "<" stands only inside a string. Written as an escape, no text of a table or an option
// can end the script element or begin a comment.
std::string for_script_element(const nlohmann::ordered_json& report) {
  const std::string json =
      report.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace

std::string report_html(const nlohmann::ordered_json& report) {
  std::string page(page_template());
  const std::size_t place = page.find(place_of_report);
  assert(place != std::string::npos);
  page.replace(place, place_of_report.size(),
               "<script id=\"report\" type=\"application/json\">" + for_script_element(report) +
                   "</script>");
  return page;
}

}  // namespace overhand::report
